/* Doubles itself for ever. The kernel gives it no more processes than its limit, and the time of all of them
 * counts together; when it is stopped, all of them are. */
#include <unistd.h>

int main(void) {
    for (;;) fork();
}
