#include <climits>
#include <iostream>

int main() {
    int n;
    std::cin >> n;
    volatile int least = INT_MIN, minus = -1;
    std::cout << least / minus << std::endl;
}
