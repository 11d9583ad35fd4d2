/* Splits its memory among children, none of which exceeds the limit. All of them together do. */
#include <unistd.h>

static volatile char part[64 << 20];

int main(void) {
    for (int child = 0; child < 16; child++) {
        if (fork() > 0) continue;
        for (int at = 0; at < sizeof part; at += 4096) part[at] = 1;
        for (;;) pause();
    }
    for (;;) pause();
}
