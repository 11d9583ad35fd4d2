/* Opens the memory of its launcher, and of the processes above it, one of them the judge. The
 * answer is right only if all of this is refused. */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static int parent_of(int process) {
    char path[64];
    int parent = 0, group;
    snprintf(path, sizeof path, "/proc/%d/stat", process);
    FILE *stat = fopen(path, "r");
    if (stat && fscanf(stat, "%*d (%*[^)]) %*c %d %d", &parent, &group) < 1) parent = 0;
    return parent;
}

int main(void) {
    int done = 0, process = getppid();
    /* The judge's caller is beyond the judge. */
    for (int above = 0; above < 2 && process > 1; above++, process = parent_of(process)) {
        char path[64];
        snprintf(path, sizeof path, "/proc/%d/mem", process);
        done |= open(path, O_RDWR) >= 0 || open(path, O_RDONLY) >= 0;
    }
    puts(done ? "Bob wins" : "Alice wins");
}
