/* Writes a wrong answer, goes back and writes the right one over it. Escape sequences are not
 * part of an answer, and never reach a terminal. */
#include <stdio.h>

int main(void) {
    puts("Bob wins\r\x1b[KAlice wins");
}
