#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int n;
    if (scanf("%d", &n) != 1) return 0;
    int *values = calloc(n, sizeof *values);
    int *end = values + n;
    printf("%d\n", end[-1]);
    free(end);
}
