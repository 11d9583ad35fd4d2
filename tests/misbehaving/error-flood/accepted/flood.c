/* Writes far more to its standard error than is kept. The rest is dropped, and the answer is
 * right. */
#include <stdio.h>

int main(void) {
    static char text[1 << 20];
    for (int i = 0; i < 64; i++) fwrite(text, 1, sizeof text, stderr);
    puts("Alice wins");
}
