#include <cstdio>
#include <vector>

int depth(std::vector<int> parent, int node) {
    return 1 + depth(parent, parent[node]) % 1000;
}

int main() {
    int n;
    std::scanf("%d", &n);
    std::vector<int> parent(n, 0);
    std::printf("%d\n", depth(parent, n - 1));
}
