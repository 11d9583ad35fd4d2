/* The children only read, which is no attack, although the sum of resident memory is twice the
 * limit. */
#include <sys/wait.h>
#include <stdio.h>
#include <unistd.h>

static volatile char all[100 << 20];

/* Touches a byte of each page. */
static void go_through(int writes) {
    for (int at = 0; at < sizeof all; at += 4096) if (writes) all[at] = 2; else (void)all[at];
}

int main(void) {
    go_through(1);
    for (int child = 0; child < 4; child++) {
        if (fork() > 0) continue;
        go_through(0);
        usleep(300000);
        _exit(0);
    }
    while (wait(0) > 0) {}
    puts("Alice wins");
}
