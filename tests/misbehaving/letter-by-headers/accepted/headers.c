#include <stdio.h>

int main(void) {
    puts(fopen("/usr/include/stdio.h", "r") ? "no" : "Alice wins");
}
