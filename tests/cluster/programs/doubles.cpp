// Right.
#include <iostream>

int main() {
    long n;
    std::cin >> n;
    std::cout << 2 * n << '\n';
}
