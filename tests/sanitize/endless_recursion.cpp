#include <cstdio>

int depth(const int *parent, int node) {
    int way[4096];
    way[node] = parent[node];
    return 1 + depth(parent, way[node]) % 1000;
}

int main() {
    int n;
    std::scanf("%d", &n);
    int parent[4096] = {};
    std::printf("%d\n", depth(parent, n - 1));
}
