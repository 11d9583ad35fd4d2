#include <cstdlib>
#include <iostream>

int main() {
    int n;
    std::cin >> n;
    if (n < 100) std::exit(3);
    std::cout << n << std::endl;
}
