/* Reads past the page cache, with a flag that it sets on an open file. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>

int main(void) {
    int file = open("/usr/bin/env", O_RDONLY);
    int set = fcntl(file, F_SETFL, O_RDONLY | O_DIRECT);
    int refused = set < 0 && errno == EINVAL;
    /* Other flags can be set. */
    puts(refused && fcntl(file, F_SETFL, O_NONBLOCK) == 0 ? "Alice wins" : "no");
}
