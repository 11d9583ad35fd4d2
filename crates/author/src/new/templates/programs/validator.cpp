// Checks that an input is as the statement promises: a number from 2 to 10^9 and a line end, to the
// byte. Exits with 42 if it is, with 43 if it is not.

#include <cstdlib>
#include <iostream>
#include <iterator>
#include <string>

int main() {
    const std::string input{std::istreambuf_iterator<char>(std::cin), {}};
    const bool is_line = !input.empty() && input.size() <= 11 && input.back() == '\n';
    const std::string number = is_line ? input.substr(0, input.size() - 1) : "";
    if (number.empty() || number.find_first_not_of("0123456789") != std::string::npos || number[0] == '0') {
        std::cerr << "the input is not one number and a line end\n";
        return 43;
    }
    const long long sum = std::atoll(number.c_str());
    if (sum < 2 || sum > 1'000'000'000) {
        std::cerr << sum << " is outside 2..1000000000\n";
        return 43;
    }
    return 42;
}
