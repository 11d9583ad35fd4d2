#include <stdio.h>
#include <string.h>

static int can(const char *name, const char *mode) {
    char bytes[16];
    FILE *file = fopen(name, mode);
    if (file && mode[0] == 'r') return fread(bytes, 1, sizeof bytes, file) == sizeof bytes;
    return file && fwrite("text", 1, 4, file) == 4 && (fclose(file) == 0) == (strcmp(name, "/dev/full") != 0);
}

int main(void) {
    int all = can("/dev/zero", "r") && can("/dev/full", "r") && can("/dev/urandom", "r") && can("/dev/random", "r");
    all = all && can("/proc/sys/kernel/random/uuid", "r") && can("/dev/null", "w") && can("/dev/full", "w");
    puts(all ? "Alice wins" : "no");
}
