/* Makes a file of a tebibyte that has nothing in it. It must be refused: only then is the answer right. */
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
