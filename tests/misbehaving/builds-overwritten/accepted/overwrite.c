/* Looks for built programs, its own and others, makes them writable, replaces them and closes
 * them to everybody. The answer is right only if all of this is refused. */
#include <dirent.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int done = 0;

static void overwrite(const char *folder) {
    char path[8192];
    snprintf(path, sizeof path, "%s/planted", folder);
    done |= chmod(folder, 0777) == 0 || open(path, O_CREAT | O_WRONLY, 0777) >= 0;
    DIR *entries = opendir(folder);
    for (struct dirent *entry; entries && (entry = readdir(entries));) {
        if (entry->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        done |= chmod(path, 0777) == 0 || open(path, O_WRONLY) >= 0 || unlink(path) == 0;
    }
}

int main(void) {
    char self[4096] = {0}, path[8192], *builds = getenv("BUILDS");
    if (readlink("/proc/self/exe", self, sizeof self - 1) > 0) overwrite(dirname(self));
    DIR *folders = opendir(builds);
    for (struct dirent *entry; folders && (entry = readdir(folders));) {
        if (strncmp(entry->d_name, "referee-", 8) != 0) continue;
        snprintf(path, sizeof path, "%s/%s", builds, entry->d_name);
        overwrite(path);
    }
    puts(done ? "Bob wins" : "Alice wins");
}
