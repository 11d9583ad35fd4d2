/* Uses locks, leases and watches on files that other programs use at the same time. A second
 * open file of the same program stands for another program: it must see no lock, and requests to
 * be notified about others must be refused. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <unistd.h>

int main(void) {
    const char *shared[] = {"/proc/self/fd/0", "/proc/self/exe", "/dev/null"};
    int seen = 0;
    for (int at = 0; at < 3; at++) {
        int mine = open(shared[at], at == 2 ? O_RDWR : O_RDONLY), its = open(shared[at], O_RDONLY);
        if (mine < 0 || its < 0) continue;
        flock(mine, LOCK_EX | LOCK_NB);
        seen |= flock(its, LOCK_EX | LOCK_NB) != 0;
        struct flock lock = {.l_type = at == 2 ? F_WRLCK : F_RDLCK, .l_whence = SEEK_SET, .l_len = 1};
        fcntl(mine, F_OFD_SETLK, &lock);
        struct flock other = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_len = 1};
        seen |= fcntl(its, F_OFD_GETLK, &other) == 0 && other.l_type != F_UNLCK;
        seen |= fcntl(mine, F_SETLEASE, F_RDLCK) == 0;
        seen |= fcntl(mine, F_NOTIFY, DN_ACCESS) == 0;
    }
    int watch = inotify_init1(IN_NONBLOCK);
    seen |= watch >= 0 && inotify_add_watch(watch, "/usr", IN_ALL_EVENTS) >= 0;
    puts(seen ? "Bob wins" : "Alice wins");
}
