#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

// Quadratic dynamic programming.
int n;
int a[5005], best[5005], from[5005];

void fill_table() {
    for (int i = 0; i < n; i++) {
        best[i] = 1;
        from[i] = -1;
        for (int j = 0; j < i; j++) {
            if (a[j] < a[i] && best[j] + 1 > best[i]) {
                best[i] = best[j] + 1;
                from[i] = j;
            }
        }
    }
}

double median() {
    vector<int> copy(a, a + n);
    sort(copy.begin(), copy.end());
    if (n % 2 == 1) return copy[n / 2];
    return (copy[n / 2 - 1] + copy[n / 2]) / 2.0;
}

int main() {
    cin >> n;
    for (int i = 0; i < n; i++) cin >> a[i];
    fill_table();
    int end = 0;
    for (int i = 1; i < n; i++) {
        if (best[i] > best[end]) end = i;
    }
    vector<int> path;
    while (end != -1) {
        path.push_back(a[end]);
        end = from[end];
    }
    reverse(path.begin(), path.end());
    cout << path.size() << "\n";
    for (size_t i = 0; i < path.size(); i++) cout << path[i] << " ";
    cout << "\n" << median() << endl;
    return 0;
}
