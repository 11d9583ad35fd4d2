/* Looks whether it is in a group of root's. It must not be: only then is the answer right. */
#include <stdio.h>
#include <unistd.h>

int main(void) {
    gid_t groups[1024];
    int count = getgroups(1024, groups), done = 0;
    for (int at = 0; at < count; at++) done |= groups[at] == 0;
    puts(done ? "Bob wins" : "Alice wins");
}
