/* Creates an empty file of a tebibyte. The answer is right only if this is refused. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    signal(SIGXFSZ, SIG_IGN);
    int file = open("sparse", O_CREAT | O_RDWR, 0600);
    int done = ftruncate(file, 1L << 40) == 0 || pwrite(file, "x", 1, 1L << 40) == 1;
    puts(file >= 0 && !done ? "Alice wins" : "Bob wins");
}
