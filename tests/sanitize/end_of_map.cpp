#include <iostream>
#include <map>
#include <vector>

int main() {
    int n;
    std::cin >> n;
    std::map<int, std::vector<int>> rows;
    rows[n] = {n};
    auto found = rows.find(-n);
    std::cout << found->second.at(0) << std::endl;
}
