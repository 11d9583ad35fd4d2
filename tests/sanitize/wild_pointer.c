#include <stdio.h>
#include <stdint.h>

int main(void) {
    int n;
    if (scanf("%d", &n) != 1) return 0;
    int *where = (int *)(uintptr_t)(n * 1000003L * 1000003L * 4096);
    *where = n;
    printf("%d\n", n);
}
