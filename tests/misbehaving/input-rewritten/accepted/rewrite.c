/* Rewrites its input, which the next submission will get. The answer is right only if this is
 * refused. */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    int again = open("/proc/self/fd/0", O_RDWR);
    int done = ftruncate(again, 0) == 0 || write(again, "2\n", 2) > 0 || write(0, "2\n", 2) > 0;
    puts(done ? "Bob wins" : "Alice wins");
}
