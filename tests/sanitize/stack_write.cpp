#include <iostream>

int main() {
    int n;
    std::cin >> n;
    int row[10];
    int *cell = row;
    for (int i = 0; i < n * 10000000; i++) cell[i] = i;
    std::cout << row[n] << std::endl;
}
