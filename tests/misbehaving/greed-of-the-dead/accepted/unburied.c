/* Dead children that nobody has waited for hold no memory, whatever their files in /proc hide. */
#include <stdio.h>
#include <unistd.h>

int main(void) {
    for (int child = 0; child < 8; child++) if (fork() == 0) _exit(0);
    usleep(100000);
    puts("Alice wins");
}
