/* Closes its output after the answer, and works on for a while. The answer is right. */
#include <stdio.h>

int main(void) {
    puts("Alice wins");
    fclose(stdout);
    for (volatile long work = 0; work < 10000000; work++) {}
}
