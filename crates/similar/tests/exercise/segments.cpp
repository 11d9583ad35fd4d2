#include <iostream>
#include <set>
#include <algorithm>
#include <vector>
using namespace std;
typedef pair<int, int> State;

struct SegmentTree {
    int size = 1;
    vector<State> nodes;
    SegmentTree(int n) {
        while (size < n) size *= 2;
        nodes.assign(2 * size, State(0, -1));
    }
    void set_at(int position, State state) {
        position += size;
        nodes[position] = max(nodes[position], state);
        while (position > 1) {
            position /= 2;
            nodes[position] = max(nodes[2 * position], nodes[2 * position + 1]);
        }
    }
    State ask(int left, int right) {
        State answer(0, -1);
        for (left += size, right += size; left < right; left /= 2, right /= 2) {
            if (left % 2) answer = max(answer, nodes[left++]);
            if (right % 2) answer = max(answer, nodes[--right]);
        }
        return answer;
    }
};

int main() {
    ios::sync_with_stdio(false);
    int n;
    cin >> n;
    vector<int> numbers(n), ranks, parents(n);
    for (auto& number : numbers) cin >> number;
    multiset<int> bag(numbers.begin(), numbers.end());
    ranks = numbers;
    sort(ranks.begin(), ranks.end());
    SegmentTree tree(n + 1);
    for (int i = 0; i < n; i++) {
        int rank = lower_bound(ranks.begin(), ranks.end(), numbers[i]) - ranks.begin();
        State state = tree.ask(0, rank);
        parents[i] = state.second;
        tree.set_at(rank, State(state.first + 1, i));
    }
    State total = tree.ask(0, n);
    cout << total.first << endl;
    vector<int> order;
    for (int at = total.second; at >= 0; at = parents[at]) order.insert(order.begin(), numbers[at]);
    for (int number : order) cout << number << ' ';
    cout << endl;
    auto it = next(bag.begin(), (n - 1) / 2);
    if (n % 2 == 0) {
        int sum = *it + *next(it);
        cout << sum / 2.0 << endl;
    } else {
        cout << *it << endl;
    }
}
