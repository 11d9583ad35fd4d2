// Is refused the memory even if it first reserves inaccessible memory and then makes it accessible.
#include <cstdio>
#include <sys/mman.h>

int main() {
    const std::size_t size = std::size_t(4500) << 20;
    void *parts[2];
    int given = 0;
    for (void *&part : parts) part = mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    const bool is_reserved = parts[0] != MAP_FAILED && parts[1] != MAP_FAILED;
    for (void *part : parts) given += mprotect(part, size, PROT_READ | PROT_WRITE) == 0;
    std::puts(is_reserved && given == 1 ? "Alice wins" : "no");
}
