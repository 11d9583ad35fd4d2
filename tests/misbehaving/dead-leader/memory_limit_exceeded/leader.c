/* Splits its memory among children whose first threads end; prints the right answer when all
 * have their share. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static volatile char part[64 << 20];
static int ready[2];

static void *take(void *unused) {
    char byte = 0;
    usleep(100000);
    for (int at = 0; at < sizeof part; at += 4096) part[at] = 1;
    write(ready[1], &byte, 1);
    for (;;) pause();
}

int main(void) {
    char byte = 0;
    pthread_t thread;
    pipe(ready);
    for (int child = 0; child < 16; child++) {
        if (fork() > 0) continue;
        pthread_create(&thread, 0, take, 0);
        pthread_exit(0);
    }
    for (int child = 0; child < 16; child++) read(ready[0], &byte, 1);
    sleep(1);
    puts("Alice wins");
}
