#include <cstdio>

int main() {
    int n;
    std::scanf("%d", &n);
    int row[10];
    int *cell = row;
    for (int i = 0; i < n * 10000000; i++) cell[i] = i;
    std::printf("%d\n", row[n]);
}
