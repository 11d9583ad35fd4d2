#include <iostream>
#include <vector>

int main() {
    int n;
    std::cin >> n;
    std::vector<std::vector<int>> rows;
    std::cout << rows.front()[n] << std::endl;
}
