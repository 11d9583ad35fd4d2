// Tries all pairs, and prints the most even one.

#include <iostream>

int main() {
    long long sum;
    std::cin >> sum;
    long long best_a = 1, best_b = sum - 1;
    for (long long a = 1; a < sum; a++) {
        for (long long b = 1; b < sum; b++) {
            if (a + b == sum && a * b > best_a * best_b) {
                best_a = a;
                best_b = b;
            }
        }
    }
    std::cout << best_a << " " << best_b << "\n";
}
