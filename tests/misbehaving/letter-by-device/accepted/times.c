/* All programs share the devices. Anyone who may write to a device can set its times to now: a
 * message. The answer is right only if this is refused. */
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>

int main(void) {
    const char *paths[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom",
                           "/proc/sys/kernel/ns_last_pid"};
    int set = 0;
    for (int at = 0; at < 6; at++) set |= utimensat(AT_FDCWD, paths[at], NULL, 0) == 0;
    puts(set ? "Bob wins" : "Alice wins");
}
