#include <iostream>
#include <vector>

int depth(std::vector<int> parent, int node) {
    return 1 + depth(parent, parent[node]) % 1000;
}

int main() {
    int n;
    std::cin >> n;
    std::vector<int> parent(n, 0);
    std::cout << depth(parent, n - 1) << std::endl;
}
