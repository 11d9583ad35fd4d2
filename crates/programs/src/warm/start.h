/* Precedes `main` of a program in C, C++ or Rust (`-Wl,--wrap=main`). If the variable is set, the
 * program waits here, and each fork of it continues as if it had just been started. The protocol is
 * that of crates/sandbox/src/linux/warm.rs.
 *
 * It includes no header, and declares nothing that system headers declare: the program may define
 * macros that change them. */
#if !defined(__ASSEMBLER__)

#ifdef __cplusplus
extern "C" {
#endif

int __real_main(int, char **, char **);

#if defined(__linux__) && defined(__LP64__) && (defined(__x86_64__) || defined(__aarch64__))

enum {
    referee_packet = 1 << 17,
    referee_words = 512,
    referee_descriptors = 4,
#if defined(__x86_64__)
    referee_read = 0,
    referee_write = 1,
    referee_close = 3,
    referee_sigprocmask = 14,
    referee_recvmsg = 47,
    referee_clone = 56,
    referee_chdir = 80,
    referee_setsid = 112,
    referee_prctl = 157,
    referee_gettid = 186,
    referee_exit_group = 231,
    referee_dup3 = 292,
#else
    referee_read = 63,
    referee_write = 64,
    referee_close = 57,
    referee_sigprocmask = 135,
    referee_recvmsg = 212,
    referee_clone = 220,
    referee_chdir = 49,
    referee_setsid = 157,
    referee_prctl = 167,
    referee_gettid = 178,
    referee_exit_group = 94,
    referee_dup3 = 24,
#endif
    referee_close_range = 436,
    referee_landlock_restrict_self = 446
};

/* Makes a system call: the library's wrappers may be undeclared, or be declared differently. */
static long referee_call(long number, long a, long b, long c, long d, long e) {
    long result;
#if defined(__x86_64__)
    __asm__ volatile("movq %5, %%r10\n\tmovq %6, %%r8\n\tsyscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(d), "r"(e)
                     : "rcx", "r8", "r10", "r11", "memory");
#else
    __asm__ volatile(
        "mov x8, %1\n\tmov x0, %2\n\tmov x1, %3\n\tmov x2, %4\n\tmov x3, %5\n\tmov x4, %6\n\tsvc #0\n\tmov %0, x0"
        : "=r"(result)
        : "r"(number), "r"(a), "r"(b), "r"(c), "r"(d), "r"(e)
        : "x0", "x1", "x2", "x3", "x4", "x8", "memory");
#endif
    return result;
}

/* Ends this process unless a condition holds, so that the program is started in the usual way. */
static void referee_must(int holds) {
    if (!holds) {
        for (;;) referee_call(referee_exit_group, 1, 0, 0, 0, 0);
    }
}

static void referee_say(int connection, const char *text, long length) {
    referee_must(referee_call(referee_write, connection, (long)text, length, 0, 0) == length);
}

static void referee_hear(int connection) {
    char word[16];
    referee_must(referee_call(referee_read, connection, (long)word, sizeof word, 0, 0) > 0);
}

static void referee_control(long option, long value) {
    referee_must(referee_call(referee_prctl, option, value, 0, 0, 0) == 0);
}

/* Waits for the next run. Returns its descriptors, their number, and its text with its length. */
static int referee_next(int connection, char *text, int *given, long *length) {
    /* `struct cmsghdr` with numbers, `struct iovec`, `struct msghdr`. */
    struct {
        unsigned long size;
        int level, kind;
        int numbers[referee_descriptors];
    } attached;
    struct {
        void *text;
        unsigned long size;
    } part;
    struct {
        void *name;
        unsigned long name_size;
        void *parts;
        unsigned long count;
        void *attached;
        unsigned long attached_size;
        long flags;
    } message;
    int count, at;
    part.text = text;
    part.size = referee_packet - 1;
    message.name = 0;
    message.name_size = 0;
    message.parts = &part;
    message.count = 1;
    message.attached = &attached;
    message.attached_size = sizeof attached;
    message.flags = 0;
    *length = referee_call(referee_recvmsg, connection, (long)&message, 0, 0, 0);
    referee_must(*length > 0 && message.attached_size > 16);
    count = (int)((attached.size - 16) / sizeof(int));
    for (at = 0; at < count; at++) given[at] = attached.numbers[at];
    text[*length] = 0;
    return count;
}

/* Forks as the C library does, except that the child's parent is that of this process. */
static long referee_fork(long thread) {
    /* CLONE_PARENT, CLONE_CHILD_CLEARTID, CLONE_CHILD_SETTID, SIGCHLD; architectures differ in
     * which of the last two arguments is the address. */
    return referee_call(referee_clone, 0x8000 | 0x200000 | 0x1000000 | 17, 0, 0, thread, thread);
}

/* Becomes a process in which the program has just been started. Returns its argument count. */
static int referee_take(char *text, long length, int *given, int count, char **words) {
    int number, known = 1;
    long at;
    referee_must(count >= 3);
    for (number = 0; number < 3; number++) {
        referee_must(referee_call(referee_dup3, given[number], number, 0, 0, 0) == number);
    }
    referee_must(referee_call(referee_setsid, 0, 0, 0, 0, 0) > 0);
    for (; number < count; number++) {
        referee_must(referee_call(referee_landlock_restrict_self, given[number], 0, 0, 0, 0) == 0);
    }
    referee_must(referee_call(referee_chdir, (long)text, 0, 0, 0, 0) == 0);
    /* PR_SET_PDEATHSIG with SIGKILL, PR_SET_DUMPABLE. */
    referee_control(1, 9);
    referee_control(4, 1);
    for (at = 0; at < length; at++) {
        if (text[at] == 0) {
            referee_must(known < referee_words - 1);
            words[known++] = text + at + 1;
        }
    }
    words[known] = 0;
    return known;
}

/* Waits for runs, and returns in a new process for each. */
static int referee_wait(int requests, int answers, char **words) {
    static char text[referee_packet];
    unsigned long all = ~0UL, before = 0;
    int given[referee_descriptors], count, at;
    long length, pid, thread = 0;
    referee_say(requests, "started", 7);
    referee_hear(requests);
    /* PR_GET_TID_ADDRESS: where the C library keeps the ID of the thread. */
    referee_control(40, (long)&thread);
    referee_must(thread && *(int *)thread == referee_call(referee_gettid, 0, 0, 0, 0, 0));
    referee_control(4, 0);
    referee_must(referee_call(referee_chdir, (long)"/", 0, 0, 0, 0) == 0);
    referee_call(referee_sigprocmask, 0, (long)&all, (long)&before, 8, 0);
    referee_say(requests, "ready", 5);
    for (;;) {
        count = referee_next(requests, text, given, &length);
        pid = referee_fork(thread);
        if (pid == 0) break;
        for (at = 0; at < count; at++) referee_call(referee_close, given[at], 0, 0, 0, 0);
        referee_say(requests, pid > 0 ? "forked" : "failed", 6);
    }
    count = referee_take(text, length, given, count, words);
    referee_call(referee_sigprocmask, 2, (long)&before, 0, 8, 0);
    referee_say(answers, "set", 3);
    referee_hear(answers);
    if (referee_call(referee_close_range, 3, ~0U, 0, 0, 0) != 0) {
        for (at = 3; at < 1024; at++) referee_call(referee_close, at, 0, 0, 0, 0);
    }
    return count;
}

__attribute__((weak)) int __wrap_main(int count, char **words, char **variables) {
    static const char name[] = "REFEREE_START=";
    static char *own[referee_words];
    int numbers[2] = {0, 0}, at, letter, which = 0;
    for (at = 0; variables && variables[at]; at++) {
        for (letter = 0; name[letter] && variables[at][letter] == name[letter]; letter++) {
        }
        if (!name[letter]) break;
    }
    if (!variables || !variables[at]) return __real_main(count, words, variables);
    for (; variables[at][letter]; letter++) {
        char digit = variables[at][letter];
        if (digit == ' ') which = 1;
        else numbers[which] = 10 * numbers[which] + (digit - '0');
    }
    for (; variables[at]; at++) variables[at] = variables[at + 1];
    own[0] = words[0];
    count = referee_wait(numbers[0], numbers[1], own);
    return __real_main(count, own, variables);
}

#else

__attribute__((weak)) int __wrap_main(int count, char **words, char **variables) {
    return __real_main(count, words, variables);
}

#endif

#ifdef __cplusplus
}
#endif

#endif
