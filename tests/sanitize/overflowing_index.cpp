#include <cstdio>
#include <vector>

int main() {
    int n;
    std::scanf("%d", &n);
    std::vector<int> seen(1000);
    int hash = n;
    for (int i = 0; i < 30; i++) hash = hash * 31 + 7;
    seen.data()[hash / 2 * 2 - 2000000000] = 1;
    std::printf("%d\n", seen[0]);
}
