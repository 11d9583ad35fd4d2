/* The system has 65536 requests for asynchronous input and output, for all programs together.
 * Takes them all. The answer is right only if it gets none. */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
    unsigned long contexts[64] = {0};
    int taken = 0;
    for (int at = 0; at < 64; at++) taken |= syscall(SYS_io_setup, 1024, &contexts[at]) == 0;
    puts(taken ? "Bob wins" : "Alice wins");
}
