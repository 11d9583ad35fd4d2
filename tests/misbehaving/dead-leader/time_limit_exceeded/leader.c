/* Works in a second thread after the first one has ended, in a child that nobody waits for. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void *work(void *unused) {
    while (clock() < 2 * CLOCKS_PER_SEC) {}
    _exit(0);
}

int main(void) {
    pthread_t thread;
    signal(SIGCHLD, SIG_IGN);
    if (fork() == 0) {
        pthread_create(&thread, 0, work, 0);
        pthread_exit(0);
    }
    wait(0);
    puts("Alice wins");
}
