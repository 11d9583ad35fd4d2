/* Allocates memory without end, and does not check for failure. It gets no more than its limit,
 * and crashes. */
#include <stdlib.h>
#include <string.h>

int main(void) {
    for (;;) memset(malloc(1 << 20), 1, 1 << 20);
}
