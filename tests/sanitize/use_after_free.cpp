#include <cstdio>

struct Node {
    Node *previous, *next;
    int value;
};

int main() {
    int n;
    std::scanf("%d", &n);
    Node *first = new Node{nullptr, nullptr, n};
    Node *second = new Node{first, nullptr, n};
    first->next = second;
    delete first;
    std::printf("%d\n", second->previous->next->value);
}
