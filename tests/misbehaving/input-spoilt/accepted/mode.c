/* Opens its input once more, by the path under which every program has it, then takes the permission to do so away.
 * A run that comes later, or at the same time, could not open it. */
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    int again = open("/proc/self/fd/0", O_RDONLY);
    char first = 0;
    int reads = again >= 0 && read(again, &first, 1) == 1 && first == '3';
    fchmod(0, 0);
    puts(reads ? "Alice wins" : "Bob wins");
}
