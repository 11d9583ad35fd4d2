/* Writes to a socket of the host that has a path. The answer is right only if this is refused. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

int main(void) {
    struct sockaddr_un host = {.sun_family = AF_UNIX};
    strncpy(host.sun_path, getenv("SOCKET"), sizeof host.sun_path - 1);
    int done = 0, kinds[] = {SOCK_DGRAM, SOCK_RAW, SOCK_STREAM, SOCK_SEQPACKET};
    for (int at = 0; at < 4; at++) {
        int pair[2], alone = socket(AF_UNIX, kinds[at], 0);
        done |= alone >= 0 && connect(alone, (void *)&host, sizeof host) == 0;
        if (socketpair(AF_UNIX, kinds[at], 0, pair) < 0) continue;
        struct iovec text = {"x", 1};
        struct msghdr message = {.msg_name = &host, .msg_namelen = sizeof host, .msg_iov = &text, .msg_iovlen = 1};
        /* Some pairs ignore the name; then their other end gets the message. */
        done |= sendmsg(pair[0], &message, 0) == 1 && recv(pair[1], (char[1]){0}, 1, MSG_DONTWAIT) != 1;
        done |= connect(pair[0], (void *)&host, sizeof host) == 0;
    }
    puts(done ? "Bob wins" : "Alice wins");
}
