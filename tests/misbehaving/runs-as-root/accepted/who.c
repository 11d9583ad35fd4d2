/* Checks whether it is root. The answer is right only if it is not. */
#include <stdio.h>
#include <unistd.h>

int main(void) {
    puts(geteuid() == 0 || getegid() == 0 ? "Bob wins" : "Alice wins");
}
