/* Makes 3,000 nested folders, the last one closed. They cannot be removed by recursion or by
 * paths. */
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    for (int i = 0; i < 3000 && mkdir("d", 0700) == 0 && chdir("d") == 0; i++) {
    }
    chmod(".", 0);
    puts("Alice wins");
}
