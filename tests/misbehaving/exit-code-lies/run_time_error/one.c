/* Prints the right answer, and exits with a code for failure. The exit code counts. */
#include <stdio.h>

int main(void) {
    puts("Alice wins");
    return 1;
}
