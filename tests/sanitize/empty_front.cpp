#include <cstdio>
#include <vector>

int main() {
    int n;
    std::scanf("%d", &n);
    std::vector<std::vector<int>> rows;
    std::printf("%d\n", rows.front()[n]);
}
