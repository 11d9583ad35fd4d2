/* Looks whether it is root. It must not be: only then is the answer right. */
#include <stdio.h>
#include <unistd.h>

int main(void) {
    puts(geteuid() == 0 || getegid() == 0 ? "Bob wins" : "Alice wins");
}
