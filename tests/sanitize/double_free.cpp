#include <cstdio>

struct Board {
    int *cells;
    explicit Board(int n) : cells(new int[n]()) {}
    ~Board() { delete[] cells; }
};

int sum(Board board) {
    return board.cells[0];
}

int main() {
    int n;
    std::scanf("%d", &n);
    Board board(n);
    std::printf("%d\n", sum(board));
}
