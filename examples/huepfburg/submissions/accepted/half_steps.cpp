// Right: breadth-first search over pairs of fields, in half steps: first Sasha jumps, then Mika.

#include <algorithm>
#include <cstdio>
#include <vector>

int main() {
    int n, m;
    if (scanf("%d%d", &n, &m) != 2) return 1;
    std::vector<std::vector<int>> arrows(n);
    for (int i = 0; i < m; i++) {
        int from, to;
        if (scanf("%d%d", &from, &to) != 2) return 1;
        arrows[from - 1].push_back(to - 1);
    }
    // A state is (Sasha, Mika, whether only Sasha has jumped); which of them were seen, and those seen in order.
    std::vector<bool> seen(2LL * n * n);
    struct State { int sasha, mika, before; };
    std::vector<State> queue = {{0, 1, -1}};
    std::vector<State> halves;
    seen[2 * 1] = true;
    for (size_t at = 0; at < queue.size(); at++) {
        State state = queue[at];
        halves.clear();
        for (int field : arrows[state.sasha]) {
            long long half = 2 * ((long long)field * n + state.mika) + 1;
            if (seen[half]) continue;
            seen[half] = true;
            halves.push_back({field, state.mika, (int)at});
        }
        for (State half : halves) {
            for (int field : arrows[half.mika]) {
                long long whole = 2 * ((long long)half.sasha * n + field);
                if (seen[whole]) continue;
                seen[whole] = true;
                queue.push_back({half.sasha, field, (int)at});
                if (half.sasha != field) continue;
                std::vector<State> way;
                for (int i = (int)queue.size() - 1; i >= 0; i = queue[i].before) way.push_back(queue[i]);
                std::reverse(way.begin(), way.end());
                printf("%zu\n", way.size() - 1);
                for (size_t i = 0; i < way.size(); i++) printf("%d ", way[i].sasha + 1);
                puts("");
                for (size_t i = 0; i < way.size(); i++) printf("%d ", way[i].mika + 1);
                puts("");
                return 0;
            }
        }
    }
    puts("impossible");
}
