#include <stdio.h>

int common(int a, int b) {
    while (b >= 0) {
        int rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

int main(void) {
    int n;
    if (scanf("%d", &n) != 1) return 0;
    printf("%d\n", common(n, 6));
}
