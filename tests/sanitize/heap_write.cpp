#include <cstdio>

void fill(int *values, int count) {
    for (int i = 0; i < count * 10000000; i++) values[i] = i;
}

int main() {
    int n;
    std::scanf("%d", &n);
    int *values = new int[n];
    fill(values, n);
    std::printf("%d\n", values[n - 1]);
}
