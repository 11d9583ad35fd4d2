/* Is refused such memory. */
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>

int main(void) {
    int zero = open("/dev/zero", O_RDWR);
    void *shared = mmap(0, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    void *of_device = mmap(0, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED, zero, 0);
    void *own = mmap(0, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    puts(shared == MAP_FAILED && of_device == MAP_FAILED && own != MAP_FAILED ? "Alice wins" : "no");
}
