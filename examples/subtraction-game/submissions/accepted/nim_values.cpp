// Right: nim-values of all sizes, one after the other; then the heaps are added without carry.

#include <algorithm>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

int main() {
    std::string rule, word;
    std::getline(std::cin, rule);
    int p;
    std::cin >> p;
    std::vector<int> heaps(p);
    for (int& heap : heaps) std::cin >> heap;
    int largest = *std::max_element(heaps.begin(), heaps.end());
    std::vector<long long> amounts;
    std::istringstream words(rule);
    words >> word;
    if (word == "squares")
        for (long long root = 1; root * root <= largest; root++) amounts.push_back(root * root);
    else
        for (long long amount; words >> amount;)
            if (amount <= largest) amounts.push_back(amount);
    std::sort(amounts.begin(), amounts.end());
    // There are no more values than amounts, and one; `met` says at which size a value was met last.
    std::vector<int> values(largest + 1), met(amounts.size() + 2, -1);
    for (int size = 0; size <= largest; size++) {
        for (long long amount : amounts) {
            if (amount > size) break;
            met[values[size - amount]] = size;
        }
        while (met[values[size]] == size) values[size]++;
    }
    int sum = 0;
    for (int heap : heaps) sum ^= values[heap];
    for (int i = 0; sum && i < p; i++)
        for (long long amount : amounts)
            if (amount <= heaps[i] && values[heaps[i] - amount] == (values[heaps[i]] ^ sum)) {
                std::cout << "hot " << i + 1 << " " << amount << "\n";
                return 0;
            }
    std::cout << "cold\n";
}
