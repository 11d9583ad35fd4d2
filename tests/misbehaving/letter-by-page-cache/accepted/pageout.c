/* Evicts pages of its own program, which is possible if it owns the file, and collapses them. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>

int main(void) {
    int file = open("/proc/self/exe", O_RDONLY), taken = 0;
    char *page = mmap(0, 4096, PROT_READ, MAP_PRIVATE, file, 0);
    if (page == MAP_FAILED) return 1;
    taken += page[0] == 0;
    int advice[] = {20, 21, 25};
    for (int at = 0; at < 3; at++) taken += madvise(page, 4096, advice[at]) == 0;
    puts(taken ? "no" : "Alice wins");
}
