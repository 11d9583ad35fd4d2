#include <iostream>

int main() {
    long long sum;
    std::cin >> sum;
    std::cout << 1 << " " << sum - 1 << "\n";
}
