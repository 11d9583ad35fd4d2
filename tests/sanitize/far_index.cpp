#include <cstdio>
#include <vector>

int main() {
    int n;
    std::scanf("%d", &n);
    std::vector<int> values(n);
    std::printf("%d\n", values[n * 100000000LL]);
}
