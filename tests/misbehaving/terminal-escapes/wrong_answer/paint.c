/* Writes a wrong answer, goes back and writes the right one over it. Escapes are no answer, and nobody's terminal sees
 * them. */
#include <stdio.h>

int main(void) {
    puts("Bob wins\r\x1b[KAlice wins");
}
