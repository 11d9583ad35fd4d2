/* Plants links to a folder of the host, one of them in a closed folder, for the cleanup to
 * follow; and writes through them itself. The answer is right only if this is refused. The
 * target of the links remains. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    const char *host = getenv("HOST");
    int planted = symlink(host, "link") == 0 && mkdir("closed", 0700) == 0 && symlink(host, "closed/link") == 0;
    int written = open("link/written", O_CREAT | O_WRONLY, 0600) >= 0 || unlink("link/kept") == 0;
    chmod("closed", 0);
    puts(planted && !written ? "Alice wins" : "Bob wins");
}
