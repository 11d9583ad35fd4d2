#include <cstdio>

int main() {
    long long n;
    std::scanf("%lld", &n);
    long long *table = new long long[n * 1000000000000];
    table[n] = n;
    std::printf("%lld\n", table[n]);
}
