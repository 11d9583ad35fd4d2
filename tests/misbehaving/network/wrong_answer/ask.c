/* Requests the answer over the network. The server cannot be reached. */
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
    char text[100] = "Bob wins\n";
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(atoi(getenv("PORT")))};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int connection = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(connection, (struct sockaddr *)&to, sizeof to) == 0) {
        ssize_t got = read(connection, text, sizeof text - 1);
        text[got > 0 ? got : 0] = 0;
    }
    fputs(text, stdout);
}
