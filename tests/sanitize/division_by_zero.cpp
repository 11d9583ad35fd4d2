#include <cstdio>

int main() {
    int n, x;
    std::scanf("%d %d", &n, &x);
    std::printf("%d\n", n / (x - x));
}
