#include <cstdio>

int board[100];

int main() {
    int n;
    std::scanf("%d", &n);
    for (int i = 0; i < n * 10000000; i++) board[i] = i;
    std::printf("%d\n", board[n]);
}
