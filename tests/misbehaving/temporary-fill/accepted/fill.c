/* Fills the folder of temporary files. The answer is right only if it is full soon, and empty
 * again for the next run. */
#include <stdio.h>
#include <unistd.h>

int main(void) {
    static char chunk[1 << 16];
    for (int number = 0; number < 256; number++) {
        char name[100];
        snprintf(name, sizeof name, "/tmp/%d", number);
        if (access(name, F_OK) == 0) break;
        FILE *file = fopen(name, "w");
        if (!file || fwrite(chunk, 1, sizeof chunk, file) < sizeof chunk || fclose(file) != 0)
            return puts(number > 0 ? "Alice wins" : "Bob wins") < 0;
    }
    puts("Bob wins");
}
