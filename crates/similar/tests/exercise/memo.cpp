#include <functional>
#include <iostream>
#include <map>
#include <queue>
#include <vector>

class Sequence {
    std::vector<int> items;
    std::map<int, int> known;

public:
    explicit Sequence(std::istream& in) {
        int length = 0, item = 0;
        in >> length;
        items.reserve(length);
        while (length > 0 && in >> item) {
            items.push_back(item);
            --length;
        }
    }

    int longest_from(int start) {
        auto found = known.find(start);
        if (found != known.end()) return found->second;
        int result = 1;
        for (int next = start + 1; next < (int)items.size(); ++next)
            if (items[next] > items[start]) result = std::max(result, 1 + longest_from(next));
        return known[start] = result;
    }

    int longest() {
        int result = 0;
        for (int start = 0; start < (int)items.size(); ++start) result = std::max(result, longest_from(start));
        return result;
    }

    void print_longest(std::ostream& out) {
        int need = longest(), last = -1;
        for (int at = 0; need > 0; ++at) {
            bool fits = last < 0 || items[at] > items[last];
            if (fits && longest_from(at) == need) {
                out << items[at] << ' ';
                last = at;
                --need;
            }
        }
        out << '\n';
    }

    double middle() const {
        std::priority_queue<int> low;
        std::priority_queue<int, std::vector<int>, std::greater<int>> high;
        for (int item : items) {
            low.push(item);
            high.push(low.top());
            low.pop();
            if (high.size() > low.size()) {
                low.push(high.top());
                high.pop();
            }
        }
        return low.size() > high.size() ? low.top() : 0.5 * (low.top() + high.top());
    }
};

int main() {
    Sequence sequence(std::cin);
    std::cout << sequence.longest() << '\n';
    sequence.print_longest(std::cout);
    std::cout << sequence.middle() << '\n';
}
