/* The children write, and so get pages of their own. None of them has more than the limit. */
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
        go_through(1);
        for (;;) pause();
    }
    while (wait(0) > 0) {}
    puts("Alice wins");
}
