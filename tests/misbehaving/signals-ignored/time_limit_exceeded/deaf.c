/* Ignores every signal it can, and works on. It is killed by the one that cannot be ignored. */
#include <signal.h>

int main(void) {
    for (int number = 1; number < 65; number++) signal(number, SIG_IGN);
    for (volatile long work = 0;; work++) {}
}
