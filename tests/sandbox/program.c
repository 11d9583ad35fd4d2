/* One misbehaviour for each name; tests/sandbox/main.rs has the required outcomes. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static char chunk[65536];

static void *spin(void *unused) { for (volatile long i = 0;; i++) {} return unused; }

static int show(const char *path) {
    int file = open(path, O_RDONLY);
    if (file < 0) { puts("refused"); return 0; }
    ssize_t got = read(file, chunk, sizeof chunk);
    if (got < 0) { puts("refused"); return 0; }
    fwrite(chunk, 1, got, stdout);
    return 0;
}

static int list(const char *path) {
    DIR *folder = opendir(path);
    if (!folder) { puts("refused"); return 0; }
    for (struct dirent *entry; (entry = readdir(folder));)
        if (entry->d_name[0] != '.') puts(entry->d_name);
    return 0;
}

static volatile int depth;
static int overflow(int level) {
    volatile char frame[4096];
    frame[0] = (char)level;
    depth = level;
    return overflow(level + 1) + frame[0];
}

/* Recurses this many MiB deep. */
static int descend(int mebibytes) {
    volatile char frame[1 << 20];
    for (int at = 0; at < sizeof frame; at += 4096) frame[at] = 1;
    return mebibytes > 1 ? descend(mebibytes - 1) + frame[0] : frame[0];
}
static void *descend_to(void *depth) { descend(atoi(depth)); return depth; }

static void report(const char *what, long result) {
    printf("%s %s\n", what, result < 0 ? "refused" : "done");
}

int main(int count, char **words) {
    const char *what = count > 1 ? words[1] : "", *with = count > 2 ? words[2] : "";
#define IS(name) (strcmp(what, name) == 0)
    if (IS("deep-threads")) {
        pthread_t threads[4];
        for (int at = 0; at < 4; at++)
            if (pthread_create(&threads[at], NULL, descend_to, (void *)with)) return 1;
        for (int at = 0; at < 4; at++) pthread_join(threads[at], NULL);
        puts("done");
    } else if (IS("echo")) {
        for (ssize_t got; (got = read(0, chunk, sizeof chunk)) > 0;) write(1, chunk, got);
    } else if (IS("steal")) {
        /* The answer lies beside the input, whose path the kernel reveals. */
        char path[4200] = {0};
        if (readlink("/proc/self/fd/0", path, 4096) > 0 && strrchr(path, '/'))
            strcpy(strrchr(path, '/'), "/case.ans");
        show(path);
        show("/proc/self/fd/0/../case.ans");
        int beside = openat(0, "../case.ans", O_RDONLY);
        report("beside", beside);
    } else if (IS("show")) {
        return show(with);
    } else if (IS("list")) {
        return list(with);
    } else if (IS("network")) {
        int inet = socket(AF_INET, SOCK_STREAM, 0);
        struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(atoi(with))};
        to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        report("connect", connect(inet, (struct sockaddr *)&to, sizeof to));
        report("datagram", sendto(socket(AF_INET, SOCK_DGRAM, 0), "x", 1, 0, (struct sockaddr *)&to, sizeof to));
    } else if (IS("fork-bomb")) {
        for (;;) fork();
    } else if (IS("memory-bomb")) {
        for (;;) {
            char *more = malloc(1 << 20);
            if (!more) return 3;
            memset(more, 1, 1 << 20);
        }
    } else if (IS("reserve")) {
        /* This many MiB, in parts, none of which is touched. */
        int refused = 0;
        for (long part = 0; part < atol(with) && !refused; part++)
            refused = mmap(0, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED;
        usleep(300000);
        return refused ? 3 : 0;
    } else if (IS("burst")) {
        /* This many MiB in one call, faster than the interval between two checks. */
        int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE;
        return mmap(0, atol(with) << 20, PROT_READ | PROT_WRITE, flags, -1, 0) == MAP_FAILED ? 3 : 0;
    } else if (IS("family-reads") || IS("family-writes")) {
        /* This many MiB, which four processes share until they write. */
        size_t size = atol(with) << 20;
        volatile char *all = malloc(size);
        memset((char *)all, 1, size);
        int writes = IS("family-writes"), is_child = fork() == 0 | fork() == 0;
        for (size_t at = 0; at < size; at += 4096) if (writes) all[at] = 2; else (void)all[at];
        if (writes) for (;;) pause();
        usleep(300000);
        if (!is_child) while (wait(0) > 0) {}
    } else if (IS("file") || IS("mapped-file") || IS("kept-file")) {
        /* A file of this many MiB; if it is kept, it has no name and the program waits. */
        int file = open(IS("kept-file") ? "kept" : "file", O_CREAT | O_RDWR, 0600);
        for (long written = 0; written < atol(with) << 20; written += sizeof chunk)
            if (write(file, chunk, sizeof chunk) < (ssize_t)sizeof chunk) return 3;
        if (IS("kept-file")) { unlink("kept"); for (;;) pause(); }
        if (IS("mapped-file")) {
            size_t size = atol(with) << 20;
            volatile char *all = mmap(0, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
            for (size_t at = 0; at < size; at += 4096) all[at] = 2;
            usleep(300000);
        }
    } else if (IS("flood")) {
        for (;;) if (write(1, chunk, sizeof chunk) < 0 && errno == EPIPE) return 4;
    } else if (IS("write")) {
        for (size_t left = strtoul(with, 0, 10); left > 0;) {
            ssize_t put = write(1, chunk, left < sizeof chunk ? left : sizeof chunk);
            if (put <= 0) return 5;
            left -= put;
        }
    } else if (IS("fill")) {
        const char *folders[] = {".", getenv("TMPDIR")};
        for (int i = 0; i < 64; i++) {
            char name[4200];
            snprintf(name, sizeof name, "%s/%d", folders[i % 2], i);
            int file = open(name, O_CREAT | O_WRONLY, 0600);
            if (file < 0 || write(file, chunk, sizeof chunk) < (ssize_t)sizeof chunk) { puts("full"); break; }
            close(file);
        }
    } else if (IS("daemon")) {
        if (fork() == 0) { setsid(); if (fork() == 0) for (;;) pause(); _exit(0); }
        wait(0);
    } else if (IS("hold")) {
        if (fork() == 0) for (;;) pause();
        puts("left");
    } else if (IS("sleep")) {
        for (;;) pause();
    } else if (IS("deaf")) {
        for (int number = 1; number < 64; number++) signal(number, SIG_IGN);
        spin(0);
    } else if (IS("close-stdout")) {
        close(1);
    } else if (IS("stop")) {
        raise(SIGSTOP);
    } else if (IS("overflow")) {
        return overflow(0);
    } else if (IS("exit")) {
        return atoi(with);
    } else if (IS("plant")) {
        report("link", symlink(with, "link"));
        mkdir("closed", 0700);
        report("inner link", symlink(with, "closed/link"));
        report("close", chmod("closed", 0));
        mkdir("shut", 0);
        chmod(".", 0755);
    } else if (IS("attack")) {
        int victim = atoi(with);
        report("kill", kill(victim, SIGKILL));
        report("trace", ptrace(PTRACE_ATTACH, victim, 0, 0));
        report("trace me", ptrace(PTRACE_TRACEME, 0, 0, 0));
        kill(getppid(), SIGKILL);
    } else if (IS("sparse")) {
        signal(SIGXFSZ, SIG_IGN);
        int file = open("sparse", O_CREAT | O_RDWR, 0600);
        report("truncate", ftruncate(file, 1L << 40));
        report("write", pwrite(file, "x", 1, 1L << 40));
    } else if (IS("threads")) {
        pthread_t thread;
        pthread_create(&thread, 0, spin, 0);
        spin(0);
    } else if (IS("children")) {
        for (;;) {
            pid_t child = fork();
            if (child == 0) { for (volatile long i = 0; i < 3000000; i++) {} _exit(0); }
            waitpid(child, 0, 0);
        }
    } else if (IS("unseen")) {
        /* Children that nobody waits for, each too short-lived to be seen. */
        signal(SIGCHLD, SIG_IGN);
        for (;;) {
            pid_t child = fork();
            if (child == 0) { for (volatile long i = 0; i < 100000; i++) {} _exit(0); }
            waitpid(child, 0, 0);
        }
    } else if (IS("share")) {
        /* This many MiB, shared with a child. */
        long size = atol(with) << 20;
        char *pages = malloc(size);
        memset(pages, 1, size);
        pid_t child = fork();
        if (child == 0) { usleep(100000); _exit(pages[size / 2] - 1); }
        waitpid(child, 0, 0);
        puts("shared");
    } else if (IS("peak")) {
        /* This many MiB, freed immediately. */
        long size = atol(with) << 20;
        char *pages = mmap(0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (pages == MAP_FAILED) return 3;
        memset(pages, 1, size);
        munmap(pages, size);
        puts("given back");
    } else if (IS("user")) {
        printf("%d %d\n", geteuid(), getuid());
    } else if (IS("grow")) {
        report("unshare", syscall(SYS_unshare, 0x10000000));
        report("clone", syscall(SYS_clone, 0x10000000 | SIGCHLD, 0, 0, 0, 0));
        report("shared memory", syscall(SYS_shmget, 1, 4096, IPC_CREAT | 0600));
        report("mount", syscall(SYS_mount, "none", "/", "tmpfs", 0, 0));
        report("memory file", syscall(SYS_memfd_create, "x", 0));
        report("counter", syscall(SYS_perf_event_open, chunk, 0, -1, -1, 0));
        report("clone3", syscall(SYS_clone3, chunk, 64));
    }
    return 0;
}
