#include <cstdio>
#include <algorithm>
#define MAXN 100005

int tree[MAXN], where[MAXN], sorted[MAXN], x[MAXN], len[MAXN], prev_[MAXN], n;

// The better of two indices.
int better(int p, int q) { return len[p] >= len[q] ? p : q; }

int query(int i) {
    int r = 0;
    for (; i; i &= i - 1) r = better(r, tree[i]);
    return r;
}

void update(int i, int v) {
    for (; i <= n; i += i & -i) tree[i] = better(tree[i], v);
}

int main(void) {
    int i, k, top = 0, m;
    if (scanf("%d", &n) != 1) return 1;
    for (i = 1; i <= n; ++i) {
        scanf("%d", x + i);
        sorted[i - 1] = x[i];
    }
    std::sort(sorted, sorted + n);
    m = std::unique(sorted, sorted + n) - sorted;
    for (i = 1; i <= n; ++i) {
        k = std::lower_bound(sorted, sorted + m, x[i]) - sorted + 1;
        prev_[i] = query(k - 1);
        len[i] = len[prev_[i]] + 1;
        update(k, i);
        top = better(top, i);
    }
    printf("%d\n", len[top]);
    for (k = top, i = len[top]; k; k = prev_[k]) where[--i] = x[k];
    for (i = 0; i < len[top]; ++i) printf(i ? " %d" : "%d", where[i]);
    std::sort(x + 1, x + n + 1);
    printf("\n%g\n", n & 1 ? x[(n + 1) / 2] : (x[n / 2] + x[n / 2 + 1]) / 2.);
    return 0;
}
