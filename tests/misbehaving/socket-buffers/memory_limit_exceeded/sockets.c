/* Fills sockets of which it has both ends, and sends some away so that no process has them open. */
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static char chunk[1 << 16];

int main(void) {
    int done[2];
    if (pipe(done) < 0) return 1;
    for (int child = 0; child < 16; child++) {
        if (fork() > 0) continue;
        int ends[2], size = 1 << 30;
        for (int pair = 0; pair < 100 && socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0; pair++) {
            for (int end = 0; end < 2; end++) {
                setsockopt(ends[end], SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
                while (send(ends[end], chunk, sizeof chunk, MSG_DONTWAIT) > 0) {}
            }
        }
        if (write(done[1], "", 1) < 1) return 1;
        for (;;) pause();
    }
    /* On a busy machine filling takes long. */
    for (int child = 0; child < 16; child++) {
        if (read(done[0], chunk, 1) < 1) return 1;
    }
    sleep(1);
    puts("Alice wins");
}
