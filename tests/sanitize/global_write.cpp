#include <iostream>

int board[100];

int main() {
    int n;
    std::cin >> n;
    for (int i = 0; i < n * 10000000; i++) board[i] = i;
    std::cout << board[n] << std::endl;
}
