/* Reads a page here and there: each is the same page of zeros, but has its own page tables. */
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void) {
    for (long at = 1; at <= 60000; at++) {
        char *place = (char *)(at << 30);
        char *page = mmap(place, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (page != MAP_FAILED) *(volatile char *)page;
    }
    sleep(1);
    puts("Alice wins");
}
