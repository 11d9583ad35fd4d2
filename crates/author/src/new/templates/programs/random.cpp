// Writes a random input. Called as `random LOW HIGH SEED`. The random numbers are SplitMix64: the
// same seed gives the same input on every machine, which the distributions of the standard library
// do not guarantee.

#include <cstdint>
#include <iostream>
#include <string>

std::uint64_t next(std::uint64_t &state) {
    state += 0x9e3779b97f4a7c15;
    std::uint64_t bits = state;
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
    return bits ^ (bits >> 31);
}

int main(int count, char **arguments) {
    if (count != 4) {
        std::cerr << "usage: random LOW HIGH SEED\n";
        return 1;
    }
    const std::uint64_t low = std::stoull(arguments[1]);
    const std::uint64_t high = std::stoull(arguments[2]);
    std::uint64_t state = std::stoull(arguments[3]);
    std::cout << low + next(state) % (high - low + 1) << "\n";
}
