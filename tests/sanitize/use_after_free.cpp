#include <iostream>

struct Node {
    Node *previous, *next;
    int value;
};

int main() {
    int n;
    std::cin >> n;
    Node *first = new Node{nullptr, nullptr, n};
    Node *second = new Node{first, nullptr, n};
    first->next = second;
    delete first;
    std::cout << second->previous->next->value << std::endl;
}
