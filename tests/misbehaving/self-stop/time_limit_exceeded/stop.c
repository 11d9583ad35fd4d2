/* Stops itself after the right answer, so that its own timers do not run. The clock ends it. */
#include <signal.h>
#include <stdio.h>

int main(void) {
    puts("Alice wins");
    fflush(stdout);
    raise(SIGSTOP);
}
