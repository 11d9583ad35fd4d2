#include <climits>
#include <cstdio>

int main() {
    int n;
    std::scanf("%d", &n);
    volatile int least = INT_MIN, minus = -1;
    std::printf("%d\n", least / minus);
}
