// Allocates memory without end. It gets no more than its limit, and `std::bad_alloc` ends it.
#include <vector>

int main() {
    for (std::vector<std::vector<char>> all;;) all.emplace_back(1 << 20, 'x');
}
