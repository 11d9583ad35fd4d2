/* Crashes on 3. */
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    long n;
    if (scanf("%ld", &n) != 1)
        return 1;
    if (n == 3)
        abort();
    printf("%ld\n", 2 * n);
    return 0;
}
