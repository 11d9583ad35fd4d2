// Starts threads without end. The kernel allows no more than the limit, which ends it.
#include <thread>
#include <unistd.h>

int main() {
    for (;;) std::thread([] { for (;;) pause(); }).detach();
}
