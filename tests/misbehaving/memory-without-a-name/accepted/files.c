/* Is refused such memory. */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
    int is_given = memfd_create("data", 0) >= 0;
    is_given |= syscall(SYS_memfd_secret, 0) >= 0;
    is_given |= shmget(IPC_PRIVATE, 1 << 20, IPC_CREAT | 0600) >= 0;
    is_given |= msgget(IPC_PRIVATE, IPC_CREAT | 0600) >= 0;
    puts(is_given ? "no" : "Alice wins");
}
