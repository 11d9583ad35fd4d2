/* The first thread ends; the second one works briefly and prints the answer. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static volatile char part[16 << 20];

static void *work(void *unused) {
    for (int at = 0; at < sizeof part; at += 4096) part[at] = 1;
    usleep(100000);
    puts("Alice wins");
    exit(0);
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_exit(0);
}
