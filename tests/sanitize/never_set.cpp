#include <cstdio>
#include <stdexcept>

int main() {
    int n, best;
    std::scanf("%d", &n);
    for (int i = 100; i < n; i++) best = i;
    volatile int *seen = &best;
    if (*seen != 12345) return 2;
    std::printf("%d\n", best);
}
