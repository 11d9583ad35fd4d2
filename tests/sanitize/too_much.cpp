#include <iostream>

int main() {
    long long n;
    std::cin >> n;
    long long *table = new long long[n * 1000000000000];
    table[n] = n;
    std::cout << table[n] << std::endl;
}
