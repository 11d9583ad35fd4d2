/* A pair of datagram sockets does not only connect its ends: a datagram can be sent to any
 * socket with a known name, such as that of the system log. The answer is right only if there is
 * no such pair. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

int main(void) {
    int pair[2], reaches = 0;
    if (socketpair(AF_UNIX, SOCK_DGRAM, 0, pair) == 0) {
        struct sockaddr_un name = {.sun_family = AF_UNIX, .sun_path = "/nobody-has-this-name"};
        /* This error shows that the name was looked up. */
        reaches = sendto(pair[0], "x", 1, 0, (struct sockaddr *)&name, sizeof name) == 1 || errno == ENOENT;
    }
    puts(reaches ? "Bob wins" : "Alice wins");
}
