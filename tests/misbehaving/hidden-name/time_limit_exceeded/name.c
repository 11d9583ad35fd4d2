/* Works in a child that nobody waits for and whose name is not UTF-8; prints the right answer at
 * its end. */
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int main(void) {
    signal(SIGCHLD, SIG_IGN);
    prctl(PR_SET_NAME, "\xff) R 1\n(");
    if (fork() == 0) {
        while (clock() < 2 * CLOCKS_PER_SEC) {}
        _exit(0);
    }
    wait(0);
    puts("Alice wins");
}
