#include <cstdio>
#include <string>

std::string winner(int n) {
    if (n > 100) return "Alice wins";
    if (n > 50) return "Bob wins";
}

int main() {
    int n;
    std::scanf("%d", &n);
    std::string said = winner(n);
    std::printf("%s%zu\n", said.c_str(), said.size());
}
