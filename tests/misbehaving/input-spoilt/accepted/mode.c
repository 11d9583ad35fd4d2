/* Opens its input again, by the path that every program uses, then removes the permission to do
 * so. A later or simultaneous run could not open it. */
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
