// Assumes that 65536 places suffice.

#include <array>
#include <iostream>

std::array<int, 65536> place;

int main() {
    long long sum;
    std::cin >> sum;
    place.at(sum) = 1;
    std::cout << 1 << " " << sum - 1 << "\n";
}
