/* Makes children work, one after the other, each less than the limit. Their time counts in
 * total. */
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    for (;;) {
        if (fork() == 0) {
            for (volatile long work = 0; work < 30000000; work++) {}
            _exit(0);
        }
        wait(0);
    }
}
