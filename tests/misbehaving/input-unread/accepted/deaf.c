/* Answers without reading anything. The answer is right. */
#include <stdio.h>

int main(void) {
    fclose(stdin);
    puts("Alice wins");
}
