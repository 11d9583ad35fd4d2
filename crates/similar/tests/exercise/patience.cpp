#include <bits/stdc++.h>

// Patience sorting with piles.
struct Card {
    long long value;
    int below;
};

std::vector<Card> cards;
std::vector<int> tops;

int place(long long value) {
    auto smaller = [](int card, long long key) { return cards[card].value < key; };
    auto pile = std::lower_bound(tops.begin(), tops.end(), value, smaller);
    int below = pile == tops.begin() ? -1 : *(pile - 1);
    cards.push_back({value, below});
    int number = (int)cards.size() - 1;
    if (pile == tops.end()) {
        tops.push_back(number);
    } else {
        *pile = number;
    }
    return number;
}

void show(int card) {
    if (card < 0) return;
    show(cards[card].below);
    printf("%lld ", cards[card].value);
}

int main() {
    int count;
    scanf("%d", &count);
    std::vector<long long> values;
    while (count-- > 0) {
        long long value;
        scanf("%lld", &value);
        place(value);
        values.push_back(value);
    }
    printf("%zu\n", tops.size());
    show(tops.back());
    size_t half = values.size() / 2;
    std::nth_element(values.begin(), values.begin() + half, values.end());
    long long upper = values[half];
    if (values.size() & 1) {
        printf("\n%lld\n", upper);
    } else {
        long long lower = *std::max_element(values.begin(), values.begin() + half);
        printf("\n%.1f\n", (lower + upper) / 2.0);
    }
}
