/* The right answer, and an exit code that says it failed. The exit code counts. */
#include <stdio.h>

int main(void) {
    puts("Alice wins");
    return 1;
}
