/* Changes every setting it can of other processes of the same user: of its parent, its group and
 * its user. Every later program would inherit them. The answer is right only if all of this is
 * refused. */
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
    pid_t parent = getppid();
    /* Outside namespaces the parent is the launcher; inside, it is process 1, and getppid() may
     * be 0. */
    pid_t others[] = {parent > 0 ? parent : 1, 1};
    int harmed = 0;
    for (int at = 0; at < 2; at++) {
        pid_t other = others[at];
        struct rlimit limit;
        for (int resource = 0; resource < RLIM_NLIMITS; resource++) {
            /* Files and address space are lowered, the other limits only rewritten. */
            if (prlimit(other, resource, NULL, &limit) != 0) continue;
            harmed = 1;
            limit.rlim_cur = resource == RLIMIT_NOFILE || resource == RLIMIT_AS ? 0 : limit.rlim_cur;
            prlimit(other, resource, &limit, NULL);
        }
        struct sched_param none = {0};
        cpu_set_t set;
        CPU_ZERO(&set);
        CPU_SET(0, &set);
        harmed |= sched_setaffinity(other, sizeof set, &set) == 0;
        harmed |= sched_setparam(other, &none) == 0;
        harmed |= sched_setscheduler(other, SCHED_BATCH, &none) == 0;
        harmed |= setpriority(PRIO_PROCESS, other, 19) == 0;
        harmed |= syscall(SYS_ioprio_set, 1, other, (3 << 13) | 7) == 0;
        struct { unsigned size, policy; unsigned long flags; int nice; unsigned priority; unsigned long times[3]; }
            attributes = {48, SCHED_BATCH, 0, 19, 0, {0}};
        harmed |= syscall(SYS_sched_setattr, other, &attributes, 0) == 0;
    }
    harmed |= setpriority(PRIO_USER, 0, 19) == 0;
    harmed |= syscall(SYS_ioprio_set, 3, getuid(), (3 << 13) | 7) == 0;
    puts(harmed ? "Bob wins" : "Alice wins");
}
