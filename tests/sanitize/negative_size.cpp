#include <iostream>
#include <vector>

int main() {
    int n;
    std::cin >> n;
    std::vector<int> values(n - 100);
    std::cout << values.size() << std::endl;
}
