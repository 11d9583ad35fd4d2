/* Kills and traces the judge, its other programs and a process of the host. The answer is right
 * only if all of this is refused. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    int victim = atoi(getenv("VICTIM")), done = 0;
    done += kill(victim, SIGKILL) == 0;
    done += ptrace(PTRACE_ATTACH, victim, 0, 0) == 0 || ptrace(PTRACE_SEIZE, victim, 0, 0) == 0;
    done += ptrace(PTRACE_ATTACH, getppid(), 0, 0) == 0;
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/mem", victim);
    done += fopen(path, "r+") != 0;
    kill(getppid(), SIGKILL);
    kill(getppid(), SIGSTOP);
    puts(done ? "Bob wins" : "Alice wins");
}
