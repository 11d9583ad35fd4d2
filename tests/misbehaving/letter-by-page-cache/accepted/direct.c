/* Reads past the page cache. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>

int main(void) {
    int file = open("/usr/bin/env", O_RDONLY | O_DIRECT);
    puts(file < 0 && errno == EINVAL ? "Alice wins" : "no");
}
