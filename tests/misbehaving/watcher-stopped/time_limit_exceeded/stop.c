/* Stops the launcher, which measures its time, with every call that sends signals, and exceeds
 * its time limit. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int main(void) {
    int launcher = getppid(), ends[2];
    siginfo_t information = {.si_signo = SIGSTOP, .si_code = SI_QUEUE};
    syscall(SYS_kill, launcher, SIGSTOP);
    syscall(SYS_kill, -launcher, SIGSTOP);
    syscall(SYS_tkill, launcher, SIGSTOP);
    syscall(SYS_tgkill, launcher, launcher, SIGSTOP);
    syscall(SYS_rt_sigqueueinfo, launcher, SIGSTOP, &information);
    syscall(SYS_rt_tgsigqueueinfo, launcher, launcher, SIGSTOP, &information);
    syscall(SYS_pidfd_send_signal, syscall(SYS_pidfd_open, launcher, 0), SIGSTOP, 0, 0);
    /* A file that sends the signal when it becomes readable. */
    if (pipe(ends) == 0) {
        fcntl(ends[0], F_SETSIG, SIGSTOP);
        fcntl(ends[0], F_SETOWN, launcher);
        fcntl(ends[0], F_SETFL, O_ASYNC);
        if (write(ends[1], "x", 1) < 1) return 1;
    }
    while (clock() < 2.5 * CLOCKS_PER_SEC) {}
    puts("Alice wins");
}
