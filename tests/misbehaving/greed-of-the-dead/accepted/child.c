/* The kernel tells a parent the peak memory of its largest child. */
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile char part[100 << 20];

int main(void) {
    if (fork() == 0) {
        if (fork() == 0) {
            for (int at = 0; at < sizeof part; at += 4096) part[at] = 1;
            _exit(0);
        }
        wait(0);
        _exit(0);
    }
    wait(0);
    puts("Alice wins");
}
