/* Prints a wrong answer; then a child prints the right one and succeeds. The whole output
 * counts. */
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    puts("Bob wins");
    fflush(stdout);
    if (fork() == 0) puts("Alice wins");
    wait(0);
}
