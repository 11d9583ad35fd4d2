/* An access time after the last change shows that a file was read: a message. The answer is
 * right only if there is none, although an earlier run has left one. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

int main(void) {
    char path[4096], text[64];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 16);
    if (length < 0) return 1;
    path[length] = 0;
    strcpy(strrchr(path, '/'), "/main.c");
    struct stat found;
    if (stat(path, &found) != 0) return 2;
    int was_read = found.st_atime <= time(NULL) && (found.st_atim.tv_sec > found.st_ctim.tv_sec ||
        (found.st_atim.tv_sec == found.st_ctim.tv_sec && found.st_atim.tv_nsec > found.st_ctim.tv_nsec));
    int file = open(path, O_RDONLY);
    if (file < 0 || read(file, text, sizeof text) < 1) return 3;
    puts(was_read ? "Bob wins" : "Alice wins");
}
