/* Runs a command as on a system that lacks something: `without namespaces landlock -- command`.
 * System calls are refused as by containers (Docker's default profile) and old kernels. */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#endif

/* CLONE_NEW*: the flags that make namespaces. */
#define NAMESPACES 0x7e020000

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define IF(call, steps) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, steps)
#define FAIL(error) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error)
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

static int refuse(struct sock_filter *steps, unsigned short count) {
    struct sock_fprog program = {count, steps};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

int main(int count, char **words) {
    struct sock_filter namespaces[] = {
        LOAD(nr),
        IF(SYS_unshare, 1), FAIL(EPERM),
        IF(SYS_clone3, 1), FAIL(ENOSYS),
        IF(SYS_clone, 3), LOAD(args[0]),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, NAMESPACES, 0, 1), FAIL(EPERM),
        ALLOW,
    };
    struct sock_filter landlock[] = {LOAD(nr), IF(SYS_landlock_create_ruleset, 1), FAIL(ENOSYS), ALLOW};
    struct sock_filter pidfd[] = {LOAD(nr), IF(SYS_pidfd_open, 1), FAIL(ENOSYS), ALLOW};
    int at = 1, failed = 0;
    for (; at < count && strcmp(words[at], "--") != 0; at++) {
        if (strcmp(words[at], "namespaces") == 0) failed |= refuse(namespaces, sizeof namespaces / sizeof *namespaces);
        else if (strcmp(words[at], "landlock") == 0) failed |= refuse(landlock, sizeof landlock / sizeof *landlock);
        else if (strcmp(words[at], "pidfd") == 0) failed |= refuse(pidfd, sizeof pidfd / sizeof *pidfd);
        else failed = 1;
    }
    if (!failed && at + 1 < count) execvp(words[at + 1], words + at + 1);
    perror("without");
    return 125;
}
