#include <pthread.h>
#include <stdio.h>

enum { THREADS = 16 };

static int deep(int left) {
    volatile char frame[1000];
    frame[0] = (char)left;
    return left ? deep(left - 1) + frame[0] : frame[0];
}

static void *work(void *depth) {
    deep(*(int *)depth);
    return NULL;
}

int main(void) {
    /* 7 MB of the 8 MiB that a thread has by default, and 100 of the 256 MiB in total. */
    int in_a_thread = 6500, in_the_first = 100000;
    pthread_t threads[THREADS];
    for (int at = 0; at < THREADS; at++)
        if (pthread_create(&threads[at], NULL, work, &in_a_thread)) return 1;
    for (int at = 0; at < THREADS; at++) pthread_join(threads[at], NULL);
    work(&in_the_first);
    puts("Alice wins");
}
