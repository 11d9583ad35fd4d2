#include <iostream>

int main() {
    int n, x;
    std::cin >> n >> x;
    std::cout << n / (x - x) << std::endl;
}
