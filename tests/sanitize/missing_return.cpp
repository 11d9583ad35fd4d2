#include <iostream>
#include <string>

std::string winner(int n) {
    if (n > 100) return "Alice wins";
    if (n > 50) return "Bob wins";
}

int main() {
    int n;
    std::cin >> n;
    std::string said = winner(n);
    std::cout << said << said.size() << std::endl;
}
