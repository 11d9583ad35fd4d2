#include <cstdio>
#include <cstdlib>

int main() {
    int n;
    std::scanf("%d", &n);
    if (n < 100) std::exit(3);
    std::printf("%d\n", n);
}
