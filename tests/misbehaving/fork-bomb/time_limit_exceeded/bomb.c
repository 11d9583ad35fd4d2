/* Doubles itself forever. The kernel allows no more processes than the limit, and their time
 * counts in total; when it is stopped, all of them are. */
#include <unistd.h>

int main(void) {
    for (;;) fork();
}
