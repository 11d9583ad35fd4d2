/* Right, and slow enough that it can be interrupted. */
#include <stdio.h>
#include <time.h>

int main(void) {
    long n;
    struct timespec a_while = {0, 100000000};
    if (scanf("%ld", &n) != 1)
        return 1;
    nanosleep(&a_while, NULL);
    printf("%ld\n", 2 * n);
    return 0;
}
