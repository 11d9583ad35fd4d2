#include <iostream>

void fill(int *values, int count) {
    for (int i = 0; i < count * 10000000; i++) values[i] = i;
}

int main() {
    int n;
    std::cin >> n;
    int *values = new int[n];
    fill(values, n);
    std::cout << values[n - 1] << std::endl;
}
