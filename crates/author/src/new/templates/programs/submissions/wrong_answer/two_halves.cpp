// Forgets that half of an odd number is not an integer.

#include <iostream>

int main() {
    long long sum;
    std::cin >> sum;
    std::cout << sum / 2 << " " << sum / 2 << "\n";
}
