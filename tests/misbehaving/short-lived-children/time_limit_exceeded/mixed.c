/* Works in children that it does not wait for, and as much in children that it waits for. */
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void work(int milliseconds) {
    if (fork() == 0) {
        while (clock() < milliseconds * (CLOCKS_PER_SEC / 1000)) {}
        _exit(0);
    }
    wait(0);
}

int main(void) {
    for (int round = 0; round < 9; round++) {
        signal(SIGCHLD, SIG_IGN);
        work(90);
        signal(SIGCHLD, SIG_DFL);
        for (int child = 0; child < 20; child++) work(5);
    }
    puts("Alice wins");
}
