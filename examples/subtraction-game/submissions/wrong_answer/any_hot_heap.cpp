// Wrong: takes a position for hot if any of its heaps is hot alone.

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
    // An amount that leaves a cold heap; 0 if there is none.
    std::vector<long long> wins(largest + 1);
    for (int size = 0; size <= largest; size++)
        if (!wins[size])
            for (long long amount : amounts)
                if (size + amount <= largest) wins[size + amount] = amount;
    for (int i = 0; i < p; i++)
        if (wins[heaps[i]]) {
            std::cout << "hot " << i + 1 << " " << wins[heaps[i]] << "\n";
            return 0;
        }
    std::cout << "cold\n";
}
