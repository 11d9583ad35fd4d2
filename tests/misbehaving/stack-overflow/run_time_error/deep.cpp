// Calls itself without end, with a large frame each time. The stack cannot grow beyond the memory
// limit, so it crashes.
#include <iostream>

static volatile bool goes_on = true;

static int deep(int level) {
    volatile char frame[1 << 16];
    frame[level % sizeof frame] = 1;
    return (goes_on ? deep(level + 1) : 0) + frame[0];
}

int main() {
    std::cout << "Alice wins" << std::endl;
    return deep(0);
}
