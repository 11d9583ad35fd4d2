#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int main(void) {
    unsigned long long rights[2] = {1, 0};
    struct sock_filter allow = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    struct sock_fprog filter = {1, &allow};
    struct sigevent silent = {.sigev_notify = SIGEV_NONE};
    timer_t timer;
    int ends[2], given = 0, timers = 0;
    given += syscall(444, rights, 8L, 0) >= 0;
    given += prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
    given += syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter) == 0;
    given += pipe(ends) || fcntl(ends[0], F_SETPIPE_SZ, 1 << 20) > 0;
    while (timers < 5000 && timer_create(CLOCK_MONOTONIC, &silent, &timer) == 0) timers++;
    given += timers == 5000;
    puts(given ? "no" : "Alice wins");
}
