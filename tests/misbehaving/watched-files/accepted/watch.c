/* A few processes may do this. */
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

int main(void) {
    for (int child = 0; child < 4; child++) {
        if (fork() > 0) continue;
        int watcher = epoll_create1(0), file;
        struct epoll_event event = {EPOLLIN};
        while ((file = eventfd(0, 0)) >= 0) epoll_ctl(watcher, EPOLL_CTL_ADD, file, &event);
        return 0;
    }
    puts("Alice wins");
}
