#include <cstddef>
#include <cstdio>

struct Node {
    int value;
    Node *next;
};

int last(Node *node, int n) {
    while (n-- > 0) node = node->next;
    return node->value;
}

int main() {
    int n;
    std::scanf("%d", &n);
    Node only = {1, nullptr};
    std::printf("%d\n", last(&only, n));
}
