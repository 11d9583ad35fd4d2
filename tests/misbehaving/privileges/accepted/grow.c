/* Requests more privileges: namespaces in which it would be root, another user, a mount. The
 * answer is right only if all are refused. */
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
    int done = geteuid() != 0 && setuid(0) == 0;
    done |= setuid(1) == 0;
    done |= unshare(CLONE_NEWUSER) == 0 || unshare(CLONE_NEWPID) == 0;
    done |= mount("none", ".", "tmpfs", 0, 0) == 0 || chroot(".") == 0;
    done |= syscall(SYS_memfd_create, "x", 0) >= 0;
    puts(done ? "Bob wins" : "Alice wins");
}
