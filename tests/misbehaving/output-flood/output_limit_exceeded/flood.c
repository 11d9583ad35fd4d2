/* Writes the right answer without end. The byte beyond the limit ends it. */
#include <stdio.h>

int main(void) {
    for (;;) puts("Alice wins");
}
