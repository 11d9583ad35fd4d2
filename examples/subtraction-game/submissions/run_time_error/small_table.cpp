// Crashes: its table ends at 1000 stones.

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
    const int largest = 1000;
    std::vector<long long> amounts;
    std::istringstream words(rule);
    words >> word;
    if (word == "squares")
        for (long long root = 1; root * root <= largest; root++) amounts.push_back(root * root);
    else
        for (long long amount; words >> amount;) amounts.push_back(amount);
    std::vector<int> values(largest + 1);
    for (int size = 0; size <= largest; size++) {
        std::vector<bool> met(amounts.size() + 2);
        for (long long amount : amounts)
            if (amount <= size) met[values[size - amount]] = true;
        while (met[values[size]]) values[size]++;
    }
    int sum = 0;
    for (int heap : heaps) sum ^= values.at(heap);
    for (int i = 0; sum && i < p; i++)
        for (long long amount : amounts)
            if (amount <= heaps[i] && values.at(heaps[i] - amount) == (values.at(heaps[i]) ^ sum)) {
                std::cout << "hot " << i + 1 << " " << amount << "\n";
                return 0;
            }
    std::cout << "cold\n";
}
