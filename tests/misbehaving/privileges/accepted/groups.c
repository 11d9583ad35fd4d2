/* Checks whether it is in a group of root's. The answer is right only if it is not. */
#include <stdio.h>
#include <unistd.h>

int main(void) {
    gid_t groups[1024];
    int count = getgroups(1024, groups), done = 0;
    for (int at = 0; at < count; at++) done |= groups[at] == 0;
    puts(done ? "Bob wins" : "Alice wins");
}
