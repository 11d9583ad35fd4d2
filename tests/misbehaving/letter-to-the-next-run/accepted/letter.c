/* Leaves a message for its next run in shared memory, which outlives a process. The answer is
 * right only if the next run finds none. */
#include <stdio.h>
#include <sys/shm.h>

int main(void) {
    int found = shmget(0x7265666c, 4096, 0) >= 0;
    shmget(0x7265666c, 4096, IPC_CREAT | 0666);
    puts(found ? "Bob wins" : "Alice wins");
}
