/* Each of 110 processes has some 15,000 such pairs, which take 3 MB. */
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

int main(void) {
    int done[2], left = 110;
    char byte;
    pipe(done);
    for (int child = 0; child < left; child++) {
        if (fork() > 0) continue;
        int watchers = 0, watcher[120], file;
        while (watchers < 120) watcher[watchers++] = epoll_create1(0);
        while ((file = eventfd(0, 0)) >= 0)
            for (int at = 0; at < watchers; at++) {
                struct epoll_event event = {EPOLLIN};
                epoll_ctl(watcher[at], EPOLL_CTL_ADD, file, &event);
            }
        write(done[1], "x", 1);
        for (;;) pause();
    }
    while (left > 0 && read(done[0], &byte, 1) == 1) left--;
    sleep(1);
    puts("Alice wins");
}
