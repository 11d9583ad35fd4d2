#include <stdio.h>
#include <string.h>

int main(void) {
    int n;
    if (scanf("%d", &n) != 1) return 0;
    char line[16];
    memset(line, 'x', (size_t)n * 100000);
    printf("%s\n", line);
}
