#include <iostream>
#include <string>

int parse(const std::string &word) {
    return std::stoi("x" + word);
}

int main() {
    std::string word;
    std::cin >> word;
    std::cout << parse(word) << std::endl;
}
