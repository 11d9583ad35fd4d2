// Right: two half searches that meet; squares in order until one is safe.

#include <algorithm>
#include <cstdio>
#include <vector>

int n;
std::vector<std::pair<int, int>> moves;

bool on_board(int x, int y) { return 1 <= x && x <= n && 1 <= y && y <= n; }

// Sorted, since a hash table has inputs on which it is slow.
std::vector<long long> landings(int x, int y) {
    std::vector<long long> squares;
    for (auto [dx, dy] : moves)
        if (on_board(x + dx, y + dy)) squares.push_back((long long)(x + dx) * (n + 1) + y + dy);
    std::sort(squares.begin(), squares.end());
    return squares;
}

bool reaches(const std::vector<long long>& first, int x, int y) {
    for (auto [dx, dy] : moves) {
        long long square = (long long)(x - dx) * (n + 1) + y - dy;
        if (on_board(x - dx, y - dy) && std::binary_search(first.begin(), first.end(), square)) return true;
    }
    return false;
}

int main() {
    int ax, ay, bx, by;
    if (scanf("%d%d%d%d%d", &n, &ax, &ay, &bx, &by) != 5) return 1;
    moves.resize(n + 1);
    for (int i = 0; i < n; i++)
        if (scanf("%d%d", &moves[i].first, &moves[i].second) != 2) return 1;
    moves[n] = {0, 0};
    if (reaches(landings(ax, ay), bx, by)) {
        puts("Alice wins");
        return 0;
    }
    auto first = landings(bx, by);
    unsigned long long draw = 1;
    for (long long tried = 0; n >= 15 || tried < (long long)n * n; tried++) {
        draw = draw * 6364136223846793005ULL + 1442695040888963407ULL;
        long long at = n < 15 ? tried : (long long)((draw >> 33) % ((long long)n * n));
        int x = at % n + 1, y = at / n + 1;
        if (!reaches(first, x, y)) {
            printf("tie %d %d\n", x, y);
            return 0;
        }
    }
    puts("Bob wins");
}
