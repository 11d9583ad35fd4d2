/* Leaves a message for the next run of the case in everything that its input file can hold: its
 * times, permissions, extended attributes, flags, and the hint of its lifetime. The answer is
 * right only if the next run finds none. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#define GET_FLAGS 0x80086601
#define SET_FLAGS 0x40086602
#define NO_DUMP 0x40
#define GET_HINT (1024 + 11)
#define SET_HINT (1024 + 12)

int main(void) {
    struct stat found;
    char text[8];
    long flags = 0;
    uint64_t hint = 0;
    fstat(0, &found);
    int letters = found.st_mtime == 1234567;
    /* It was read before, through a program's own open file. */
    letters |= (found.st_atim.tv_sec - found.st_mtim.tv_sec) > 1 || found.st_atime == 7654321;
    letters |= fgetxattr(0, "user.letter", text, sizeof text) > 0;
    letters |= ioctl(0, GET_FLAGS, &flags) == 0 && flags & NO_DUMP;
    letters |= fcntl(0, GET_HINT, &hint) == 0 && hint != 0;
    letters |= (found.st_mode & 0777) == 0451;

    fchmod(0, 0451);
    fsetxattr(0, "user.letter", "x", 1, 0);
    flags |= NO_DUMP;
    ioctl(0, SET_FLAGS, &flags);
    hint = 2;
    fcntl(0, SET_HINT, &hint);
    struct timespec times[2] = {{7654321, 0}, {1234567, 0}};
    futimens(0, times);
    puts(letters ? "Bob wins" : "Alice wins");
}
