/* Answers without having read anything. The answer is right. */
#include <stdio.h>

int main(void) {
    fclose(stdin);
    puts("Alice wins");
}
