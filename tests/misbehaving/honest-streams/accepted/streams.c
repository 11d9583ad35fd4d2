#include <stdio.h>

int main(void) {
    char line[100];
    FILE *in[] = {fopen("/dev/stdin", "r"), fopen("/proc/self/fd/0", "r")};
    FILE *out[] = {fopen("/dev/stderr", "w"), fopen("/proc/self/fd/2", "w"), fopen("/dev/fd/1", "w"), fopen("/dev/stdout", "w")};
    for (int at = 0; at < 2; at++)
        if (!in[at] || !fgets(line, sizeof line, in[at])) return 1;
    for (int at = 0; at < 4; at++)
        if (!out[at]) return 1;
    fputs("Alice wins\n", out[3]);
    return fclose(out[3]);
}
