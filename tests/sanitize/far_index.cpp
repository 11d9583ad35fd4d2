#include <iostream>
#include <vector>

int main() {
    int n;
    std::cin >> n;
    std::vector<int> values(n);
    std::cout << values[n * 100000000LL] << std::endl;
}
