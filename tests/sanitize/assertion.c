#include <assert.h>
#include <stdio.h>

int main(void) {
    int n;
    if (scanf("%d", &n) != 1) return 0;
    assert(n > 100);
    printf("%d\n", n);
}
