// Starts threads without end. The kernel gives it no more than its limit, which ends it.
#include <thread>
#include <unistd.h>

int main() {
    for (;;) std::thread([] { for (;;) pause(); }).detach();
}
