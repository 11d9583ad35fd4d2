// Checks an output. Called as `checker INPUT ANSWER FEEDBACK_FOLDER/ < OUTPUT`; exits with 42 if
// the output is right, with 43 if it is not. The reason goes to standard error.

#include <fstream>
#include <iostream>
#include <string>

int main(int, char **arguments) {
    std::ifstream input(arguments[1]);
    long long sum, a, b;
    std::string more;
    if (!(input >> sum)) {
        return 1;
    }
    if (!(std::cin >> a >> b) || std::cin >> more) {
        std::cerr << "the output is not two whole numbers\n";
    } else if (a < 1 || b < 1) {
        std::cerr << a << " and " << b << " are not both positive\n";
    } else if (a > sum || b != sum - a) {
        std::cerr << a << " + " << b << " is not " << sum << "\n";
    } else {
        return 42;
    }
    return 43;
}
