/* Closes its output instead of writing to it, and says that all is well. There is no answer. */
#include <unistd.h>

int main(void) {
    close(1);
}
