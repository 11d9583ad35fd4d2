#include <iostream>
#include <map>

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
    std::cin >> n;
    Node only = {1, nullptr};
    std::cout << last(&only, n) << std::endl;
}
