#include <cstdio>
#include <vector>

int main() {
    int n;
    std::scanf("%d", &n);
    std::vector<int> values(n - 100);
    std::printf("%zu\n", values.size());
}
