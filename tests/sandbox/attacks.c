// Attacks of a run on the waiting process or on the next run: those of `ATTACKS` in warm.rs, in C.
// Prints "reached" if an attack succeeds, and nothing otherwise.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *word;
static char kept[64] = "as it was";

static int is(const char *name) { return strcmp(word, name) == 0; }

static void found(int result, int what) {
    if (result >= 0) printf("reached %d\n", what);
}

static int opened(int pid, const char *name, int how) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", pid, name);
    int file = open(path, how);
    if (file >= 0) close(file);
    return file;
}

// Reads or writes memory of a process with this system call; -1 if that is refused.
static int moved(int pid, long call) {
    char byte = 'x';
    struct iovec own = {&byte, 1}, other = {kept, 1};
    return syscall(call, pid, &own, 1L, &other, 1L, 0L);
}

static int pidfd(int pid) { return syscall(SYS_pidfd_open, pid, 0); }

static void at(int pid) {
    if (is("kill")) found(kill(pid, SIGKILL), pid);
    if (is("stop")) found(kill(pid, SIGSTOP), pid);
    if (is("interrupt")) found(kill(pid, SIGINT), pid), found(kill(pid, SIGTERM), pid);
    if (is("pidfd")) found(syscall(SYS_pidfd_send_signal, pidfd(pid), SIGKILL, NULL, 0), pid);
    if (is("steal")) found(syscall(SYS_pidfd_getfd, pidfd(pid), 3, 0), pid);
    if (is("trace")) found(ptrace(PTRACE_ATTACH, pid, NULL, NULL), pid);
    if (is("seize")) found(ptrace(PTRACE_SEIZE, pid, NULL, NULL), pid);
    if (is("memory")) {
        found(opened(pid, "mem", O_RDONLY), pid), found(opened(pid, "mem", O_RDWR), pid);
        found(opened(pid, "maps", O_RDONLY), pid), found(opened(pid, "environ", O_RDONLY), pid);
    }
    if (is("read")) found(moved(pid, SYS_process_vm_readv), pid);
    if (is("write")) found(moved(pid, SYS_process_vm_writev), pid);
    if (is("files")) found(opened(pid, "fd", O_DIRECTORY), pid), found(opened(pid, "cwd", O_DIRECTORY), pid);
    if (is("limits")) {
        struct rlimit few = {5, 5};
        found(prlimit(pid, RLIMIT_NOFILE, &few, NULL), pid);
    }
    if (is("priority")) {
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(0, &one);
        found(setpriority(PRIO_PROCESS, pid, 19), pid), found(sched_setaffinity(pid, sizeof one, &one), pid);
    }
    if (is("group")) found(setpgid(pid, pid), pid);
}

// A grandchild in a session of its own that waits forever.
static void leave(void) {
    if (fork() == 0) {
        setsid();
        if (fork() == 0) {
            signal(SIGTERM, SIG_IGN);
            for (;;) pause();
        }
        _exit(0);
    }
}

static void write_file(const char *folder) {
    char path[64];
    snprintf(path, sizeof path, "%s/left", folder);
    int file = open(path, O_CREAT | O_WRONLY, 0644);
    if (file >= 0) close(file);
}

static void list(const char *folder) {
    DIR *open = opendir(folder);
    for (struct dirent *one; open && (one = readdir(open));) {
        if (one->d_name[0] != '.') printf("%s/%s\n", folder, one->d_name);
    }
}

int main(int count, char **words) {
    word = count > 1 ? words[1] : "";
    for (int pid = 1; pid < 25000; pid++) {
        if (pid != getpid()) at(pid);
    }
    if (is("all")) kill(-1, SIGKILL);
    for (int number = 3; is("connection") && number < 256; number++) {
        char byte;
        found(write(number, "set", 3), number), found(read(number, &byte, 1), number);
    }
    while (is("descriptors") && open("/dev/null", O_RDONLY) >= 0) {}
    for (int ends[2]; is("pipes") && pipe2(ends, O_NONBLOCK) == 0;) {
        while (write(ends[1], words, 1) == 1) {}
    }
    for (int number = 0; is("children") && number < 5; number++) leave();
    if (is("sister") && syscall(SYS_clone, (long)CLONE_PARENT | SIGCHLD, 0, 0, 0, 0) == 0) {
        for (;;) pause();
    }
    if (is("files left")) {
        write_file("."), write_file("/tmp"), write_file("/dev/shm");
        mkdir("folder", 0), chmod(".", 0);
    }
    if (is("state")) {
        // Its own memory, including code, and everything that a process inherits.
        long page = (long)&main & -4096;
        if (mprotect((void *)page, 4096, PROT_READ | PROT_WRITE | PROT_EXEC) == 0) *(volatile char *)page ^= 1;
        strcpy(kept, "changed"), setenv("LEFT", "left", 1), umask(0), signal(SIGCHLD, SIG_IGN);
    }
    if (is("shared")) {
        char *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        memory[0] = 'x';
        leave();
    }
    if (is("crash")) *(volatile int *)8 = 1;
    // Through a pointer to an object whose size the compiler cannot determine.
    char *volatile start = kept;
    if (is("overrun")) memset(start, 'x', 1 << 20);
    if (is("wait")) found(waitpid(-1, NULL, 0), 0);
    if (is("death")) prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (is("dumps")) prctl(PR_SET_DUMPABLE, 0);
    if (is("chroot") && chdir("/") == 0) umask(0), alarm(1000);
    if (is("clean")) {
        list("."), list("/tmp"), list("/dev/shm");
        printf("%d %s %o %s\n", getpid(), kept, umask(022), getenv("LEFT") ? "left" : "none");
    }
    return 0;
}
