// Wrong: gives up after n jumps, as if a meeting could not come later.

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
    // For each number of jumps the fields of Sasha and of Mika, each with the field before it.
    std::vector<std::vector<int>> layers[2];
    for (int who = 0; who < 2; who++) {
        layers[who].assign(1, std::vector<int>(n, -1));
        layers[who][0][who] = who;
    }
    for (int jumps = 1; jumps <= n; jumps++) {
        for (int who = 0; who < 2; who++) {
            std::vector<int> layer(n, -1);
            for (int field = 0; field < n; field++)
                if (layers[who][jumps - 1][field] >= 0)
                    for (int to : arrows[field]) layer[to] = field;
            layers[who].push_back(layer);
        }
        for (int field = 0; field < n; field++) {
            if (layers[0][jumps][field] < 0 || layers[1][jumps][field] < 0) continue;
            printf("%d\n", jumps);
            for (int who = 0; who < 2; who++) {
                std::vector<int> way(jumps + 1);
                way[jumps] = field;
                for (int i = jumps; i > 0; i--) way[i - 1] = layers[who][i][way[i]];
                for (int i = 0; i <= jumps; i++) printf("%d ", way[i] + 1);
                puts("");
            }
            return 0;
        }
    }
    puts("impossible");
}
