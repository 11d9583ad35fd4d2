#include <iostream>
#include <vector>

int main() {
    int n;
    std::cin >> n;
    std::vector<int> values(n);
    for (int i = 0; i <= n; i++) values.at(i) = i;
    std::cout << values[0] << std::endl;
}
