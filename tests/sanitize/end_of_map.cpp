#include <cstdio>
#include <map>
#include <vector>

int main() {
    int n;
    std::scanf("%d", &n);
    std::map<int, std::vector<int>> rows;
    rows[n] = {n};
    auto found = rows.find(-n);
    std::printf("%d\n", found->second.at(0));
}
