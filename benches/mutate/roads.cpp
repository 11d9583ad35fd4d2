#include <bits/stdc++.h>
using namespace std;

const long long MOD = 1000000007LL, FAR = 4000000000000000000LL;
struct Edge { int from, to; long long length; };
int n, m, parent_of[2005];
vector<Edge> edges;
vector<pair<int, long long>> roads[2005];

int find_root(int x) {
    while (parent_of[x] != x) x = parent_of[x] = parent_of[parent_of[x]];
    return x;
}

bool join(int a, int b) {
    a = find_root(a), b = find_root(b);
    if (a == b) return false;
    parent_of[max(a, b)] = min(a, b);
    return true;
}

long long spanning_forest() {
    for (int i = 1; i <= n; i++) parent_of[i] = i;
    vector<Edge> sorted = edges;
    sort(sorted.begin(), sorted.end(), [](const Edge &x, const Edge &y) { return x.length < y.length; });
    long long total = 0;
    for (size_t i = 0; i < sorted.size(); i++) {
        if (join(sorted[i].from, sorted[i].to)) total += sorted[i].length;
    }
    return total;
}

pair<long long, long long> shortest(int start, int goal) {
    vector<long long> distance(n + 1, FAR), ways(n + 1, 0);
    priority_queue<pair<long long, int>, vector<pair<long long, int>>, greater<>> queue;
    distance[start] = 0, ways[start] = 1;
    queue.push({0, start});
    while (!queue.empty()) {
        auto [d, u] = queue.top();
        queue.pop();
        if (d > distance[u]) continue;
        for (auto [v, length] : roads[u]) {
            if (d + length < distance[v]) {
                distance[v] = d + length, ways[v] = ways[u];
                queue.push({distance[v], v});
            } else if (d + length == distance[v]) {
                ways[v] = (ways[v] + ways[u]) % MOD;
            }
        }
    }
    if (distance[goal] == FAR) return {-1, 0};
    return {distance[goal], ways[goal]};
}

int main() {
    int q;
    scanf("%d %d %d", &n, &m, &q);
    vector<int> heights(n);
    vector<vector<long long>> sums(n + 1, vector<long long>(8, 0));
    for (int i = 0; i < n; i++) {
        scanf("%d", &heights[i]);
        for (int bit = 0; bit < 8; bit++) sums[i + 1][bit] = sums[i][bit] + (heights[i] >> bit & 1);
    }
    for (int i = 0; i < m; i++) {
        int a, b, c;
        scanf("%d %d %d", &a, &b, &c);
        edges.push_back({a, b, c}), roads[a].push_back({b, c}), roads[b].push_back({a, c});
    }
    printf("%lld\n", spanning_forest());
    for (int x, y, i = 0; i < q && scanf("%d %d", &x, &y) == 2; i++) {
        int low = min(x, y), high = max(x, y);
        long long ones = 0;
        for (int bit = 0; bit < 8; bit++) {
            long long count = sums[high][bit] - sums[low - 1][bit];
            ones += count * (high - low + 1 - count) % MOD;
        }
        auto [length, ways] = shortest(x, y);
        printf("%lld %lld %lld\n", length, find_root(x) != find_root(y) ? 0 : ways, ones % MOD);
    }
}
