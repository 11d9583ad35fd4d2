/* A pair of sockets that take datagrams reaches more than each other: a datagram can be sent to any socket whose name is
 * known, as that of the system's log. Only if there is no such pair is the answer right. */
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
        /* That nobody has it is said only after it was looked for. */
        reaches = sendto(pair[0], "x", 1, 0, (struct sockaddr *)&name, sizeof name) == 1 || errno == ENOENT;
    }
    puts(reaches ? "Bob wins" : "Alice wins");
}
