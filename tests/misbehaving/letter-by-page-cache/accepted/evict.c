/* Evicts a file, and sees by the blocks read whether that worked. */
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

static long blocks_of_reading(int file) {
    static char bytes[1 << 20];
    struct rusage before, after;
    getrusage(RUSAGE_SELF, &before);
    pread(file, bytes, sizeof bytes, 0);
    getrusage(RUSAGE_SELF, &after);
    return after.ru_inblock - before.ru_inblock;
}

int main(void) {
    int file = open("/usr/bin/env", O_RDONLY);
    for (int turn = 0; turn < 3; turn++) {
        if (blocks_of_reading(file) == 0 && turn > 0) return puts("Alice wins") < 0;
        posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
    }
    puts("no");
}
