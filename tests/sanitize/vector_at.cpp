#include <cstdio>
#include <vector>

int main() {
    int n;
    std::scanf("%d", &n);
    std::vector<int> values(n);
    for (int i = 0; i <= n; i++) values.at(i) = i;
    std::printf("%d\n", values[0]);
}
