#include <iostream>

int main() {
    long long sum;
    std::cin >> sum;
    std::cout << sum / 2 << " " << sum - sum / 2 << "\n";
}
