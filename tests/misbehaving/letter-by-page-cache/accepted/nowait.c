/* Reads only what is in memory. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/uio.h>

int main(void) {
    char byte;
    struct iovec part = {&byte, 1};
    int file = open("/usr/bin/env", O_RDONLY);
    ssize_t got = preadv2(file, &part, 1, 0, RWF_NOWAIT);
    puts(file >= 0 && got < 0 && errno == EOPNOTSUPP && preadv2(file, &part, 1, 0, 0) == 1 ? "Alice wins" : "no");
}
