/* Fills kernel memory through extended attributes of every available file, which are not
 * counted. The answer is right only if all are refused. */
#include <stdio.h>
#include <string.h>
#include <sys/xattr.h>

static char value[32 << 10];

int main(void) {
    int taken = 0;
    memset(value, 'x', sizeof value);
    for (int number = 0; number < 64; number++) {
        char name[32];
        snprintf(name, sizeof name, "user.letter-%d", number);
        taken |= fsetxattr(0, name, value, sizeof value, 0) == 0;
        taken |= setxattr(".", name, value, sizeof value, 0) == 0;
        taken |= lsetxattr("/proc/self/fd/0", name, value, sizeof value, 0) == 0;
    }
    puts(taken ? "Bob wins" : "Alice wins");
}
