/* Is refused the memory: a process gets at most twice the limit, 256 MiB, and 8 GiB for the
 * stacks of threads. */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/mman.h>

int main(void) {
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE;
    void *all = mmap(0, (size_t)9 << 30, PROT_READ | PROT_WRITE, flags, -1, 0);
    puts(all == MAP_FAILED ? "Alice wins" : "no");
}
