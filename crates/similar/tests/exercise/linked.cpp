#include <iostream>
#include <list>
#include <memory>
#include <string>
#include <sstream>

struct Chain {
    int number, length;
    std::shared_ptr<Chain> rest;
};
using Link = std::shared_ptr<Chain>;

static Link longer(Link one, Link other) {
    if (!one) return other;
    if (!other) return one;
    return one->length < other->length ? other : one;
}

static std::string text_of(Link chain) {
    std::string text;
    do {
        text = std::to_string(chain->number) + " " + text;
        chain = chain->rest;
    } while (chain);
    return text;
}

int main() {
    std::string line;
    std::getline(std::cin, line);
    std::getline(std::cin, line);
    std::istringstream words(line);
    std::list<Link> chains;
    std::list<int> in_order;
    Link champion;
    int number;
    while (words >> number) {
        Link tail;
        for (const Link& chain : chains) {
            if (chain->number < number) tail = longer(tail, chain);
        }
        Link mine = std::make_shared<Chain>(Chain{number, tail ? tail->length + 1 : 1, tail});
        chains.push_back(mine);
        champion = longer(champion, mine);
        auto place = in_order.begin();
        while (place != in_order.end() && *place < number) ++place;
        in_order.insert(place, number);
    }
    std::cout << champion->length << "\n" << text_of(champion) << "\n";
    auto slow = in_order.begin(), before = slow;
    int steps = 0;
    for (auto fast = in_order.begin(); fast != in_order.end(); ++fast, ++steps) {
        if (steps % 2 == 1) before = slow++;
    }
    if (steps % 2) before = slow;
    std::cout << (*slow + *before) / 2.0 << "\n";
}
