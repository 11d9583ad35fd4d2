/* The pages are large, so this takes only a moment. */
#include <stdio.h>
#include <sys/mman.h>

int main(void) {
    size_t size = (size_t)100 << 20;
    volatile char *memory = mmap(0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    madvise((void *)memory, size, MADV_HUGEPAGE);
    for (size_t at = 0; at < size; at += 4096) memory[at] = 1;
    munmap((void *)memory, size);
    puts("Alice wins");
}
