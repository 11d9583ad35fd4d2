/* Splits its memory among children whose names are not UTF-8; prints the right answer when all
 * have their share. */
#include <stdio.h>
#include <sys/prctl.h>
#include <unistd.h>

static volatile char part[64 << 20];

int main(void) {
    int ready[2];
    char byte = 0;
    pipe(ready);
    prctl(PR_SET_NAME, "\xff) R 1\n(");
    for (int child = 0; child < 16; child++) {
        if (fork() > 0) continue;
        for (int at = 0; at < sizeof part; at += 4096) part[at] = 1;
        write(ready[1], &byte, 1);
        for (;;) pause();
    }
    for (int child = 0; child < 16; child++) read(ready[0], &byte, 1);
    sleep(1);
    puts("Alice wins");
}
