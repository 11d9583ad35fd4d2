/* Calls itself without end. The stack cannot grow beyond the memory limit, so it crashes. */
#include <stdio.h>

static volatile int one = 1;

static int deep(int level) {
    volatile char frame[4096];
    frame[0] = (char)level;
    return (one ? deep(level + 1) : 0) + frame[0];
}

int main(void) {
    puts("Alice wins");
    fflush(stdout);
    return deep(0);
}
