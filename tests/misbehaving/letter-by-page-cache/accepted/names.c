/* Opens a file only if its name is in memory. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
    unsigned long long how[3] = {O_RDONLY, 0, 0x20};
    long file = syscall(437, AT_FDCWD, "/usr/bin/env", how, sizeof how);
    puts(file < 0 && errno == ENOSYS ? "Alice wins" : "no");
}
