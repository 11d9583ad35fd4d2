/* A wrong answer, and then a child that answers right and ends well. What was written counts, from its start. */
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    puts("Bob wins");
    fflush(stdout);
    if (fork() == 0) puts("Alice wins");
    wait(0);
}
