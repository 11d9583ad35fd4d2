/* Closes its output instead of writing to it, and reports success. There is no answer. */
#include <unistd.h>

int main(void) {
    close(1);
}
