/* Leaves a daemon behind that ignores all signals it can. The answer is right, and the daemon
 * does not survive. */
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    if (fork() == 0) {
        setsid();
        for (int number = 1; number < 64; number++) signal(number, SIG_IGN);
        if (fork() == 0) {
            for (int descriptor = 0; descriptor < 64; descriptor++) close(descriptor);
            for (;;) pause();
        }
        _exit(0);
    }
    wait(0);
    puts("Alice wins");
}
