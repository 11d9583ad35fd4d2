/* Looks for the source of a right submission in the folder of submissions, which it cannot see. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char path[4200], text[4096], *answer = "Bob wins";
    snprintf(path, sizeof path, "%s/another-submission/accepted/victim.py", getenv("SUBMISSIONS"));
    FILE *source = fopen(path, "r");
    while (source && fgets(text, sizeof text, source))
        if (strstr(text, "print(\"")) answer = strtok(text + strlen("print(\""), "\"");
    puts(answer);
}
