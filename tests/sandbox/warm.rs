//! Programs that are started once and run many times: each run ends as if the program had been
//! started for it, and none affects the waiting process.

use std::fs::{self, File};
use std::sync::Arc;
use std::time::Duration;

use referee_programs::language::Languages;
use referee_programs::{
    Build, Builder, Builds, Executor, JURY_LIMITS, Program, SHARED_START_BYTES, Sandboxes, Source,
    StartRule, Toolchains, Waiting,
};
use referee_sandbox::{Ended, Input, Limits, ProcessExit, Run, Sandbox, Stdin, Stopped, WarmStart};

use crate::support::{Probe, open_folder, setup};

/// A program, and the sandboxes that it runs in.
struct Jury {
    sandboxes: Sandboxes,
    build: Arc<Build>,
    limits: Limits,
    _folder: tempfile::TempDir,
}

/// The result of a run.
#[derive(Debug, PartialEq)]
struct Shown {
    exit: ProcessExit,
    stopped: Option<Stopped>,
    output: String,
    stderr: String,
    bytes: (u64, u64),
}

impl Jury {
    fn python(text: &str) -> Jury {
        Jury::without(&[], text)
    }

    fn without(layers: &[&str], text: &str) -> Jury {
        Jury::of(layers, "program.py", text)
    }

    fn of(layers: &[&str], name: &str, text: &str) -> Jury {
        let folder = open_folder();
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        let sandboxes = Sandboxes::sharing_cores(setup(layers)).unwrap();
        let source = Source::of_tool(&path, &Languages::default(), None).unwrap();
        let content = source.content().unwrap();
        let toolchains = Toolchains::default();
        let builder = Builder {
            limits: &JURY_LIMITS,
            toolchains: &toolchains,
            executor: &sandboxes,
            waiting: Waiting::All,
        };
        let build = Builds::default().build(&source, content, &builder);
        let limits = Limits { wall: Duration::from_secs(100), ..JURY_LIMITS };
        Jury { sandboxes, build, limits, _folder: folder }
    }

    fn program(&self) -> &Program {
        self.build.as_ref().as_ref().unwrap()
    }

    fn run(&self, is_warm: bool, arguments: &[&str], stdin: Stdin) -> (Ended, Shown) {
        self.run_in(&self.sandboxes, is_warm, arguments, stdin)
    }

    fn run_in(
        &self,
        sandboxes: &Sandboxes,
        is_warm: bool,
        arguments: &[&str],
        stdin: Stdin,
    ) -> (Ended, Shown) {
        let program = self.program();
        let run = program.run(&self.limits, &sandboxes.inside(program.folder()));
        let mut run = Run { stdin, ..run };
        if is_warm {
            run.warm = program.warm(StartRule::Warm, &JURY_LIMITS, sandboxes);
            assert!(run.warm.is_some(), "it can be prepared");
        }
        run.command.extend(arguments.iter().map(Into::into));
        let (ended, output) = sandboxes.run_and_read(&run, 1 << 20).unwrap();
        let shown = Shown {
            exit: ended.exit,
            stopped: ended.stopped,
            output: String::from_utf8_lossy(&output).into_owned(),
            stderr: String::from_utf8_lossy(&ended.stderr).into_owned(),
            bytes: (ended.output_bytes, ended.stderr_bytes),
        };
        (ended, shown)
    }

    fn cold(&self, arguments: &[&str], stdin: Stdin) -> Shown {
        let (ended, shown) = self.run(false, arguments, stdin);
        assert!(!ended.is_warm);
        shown
    }

    fn warm(&self, arguments: &[&str], stdin: Stdin) -> Shown {
        let (ended, shown) = self.run(true, arguments, stdin);
        assert!(ended.is_warm, "{shown:?}");
        shown
    }
}

/// A test of equal runs: its name, the program, and the arguments of each run.
type Equal = (&'static str, &'static str, &'static [&'static str]);

/// Programs with equal results, warm and cold. Nothing here prints what differs between runs.
const EQUAL: &[Equal] = &[
    ("exit codes", EXITS, &["0", "42", "256", "-1", "text", "none", "raise", "os", "thread"]),
    ("exceptions", EXCEPTIONS, &["0", "42", "own", "class", "pair", "true", "import", "name"]),
    ("arguments", "import sys\nprint(sys.argv)\n", &["", "a b", "-c", "--help", "\u{fc}", "'\"\\"]),
    ("tracebacks", TRACEBACKS, &["deep", "chained", "syntax", "import", "thread", "group", "warn"]),
    ("recursion", RECURSION, &["depth", "limit", "endless"]),
    ("what a program finds", FOUND, &["x"]),
    ("streams", STREAMS, &["lines", "buffer", "bytes", "twice", "seek", "state", "close", "bad"]),
    ("buffers at the end", BUFFERS, &["flush", "os", "atexit", "exception", "kill", "closed"]),
    ("signals", SIGNALS, &["15", "11", "6", "alarm", "caught", "pipe", "main", "mask"]),
    ("processes", PROCESSES, &["fork", "none", "run", "pool", "orphan", "session"]),
    ("ends", ENDS, &["del", "file", "cycle", "modules", "finalize", "thread", "hooks", "late"]),
    (
        "what is left",
        LEFT,
        &[
            "generator", "file", "output", "wrapper", "kept", "hidden", "callback", "local",
            "daemon", "none", "closed", "full", "exit",
        ],
    ),
    ("modules", MODULES, &["again", "local", "random"]),
];

const EXITS: &str = r#"
import os, sys, threading
word = sys.argv[1]
print("before")
if word == "raise": raise SystemExit(7)
if word == "os": os._exit(9)
if word == "thread": threading.Thread(target=lambda: (print("late"), sys.exit(3))).start()
elif word == "none": sys.exit()
else: sys.exit(int(word) if word.lstrip("-").isdigit() else word)
"#;

/// How a program may leave its code. It begins with what must come first.
const EXCEPTIONS: &str = r#"
"a text about it"
from __future__ import annotations
import sys, builtins
class Own(Exception): code = 5
class Class(SystemExit): pass
value: nothing = 1
print(__doc__, value, __annotations__)
def leave(word):
    if word == "own": raise Own("with a code")
    if word == "class": raise Class(6)
    if word == "pair": raise SystemExit((1, 2))
    if word == "true": sys.exit(True)
    if word == "import": setattr(builtins, "__im" + "port__", leave); exit(7)
    if word == "name": globals()["__referee" + "_ended__"] = None; 1 / 0
    sys.exit(int(word))
try: leave(sys.argv[1])
finally: print("finally")
"#;

const TRACEBACKS: &str = r#"
import sys, traceback, warnings
def deep(n):
    if n == 0: raise ValueError("deep")
    deep(n - 1)
word = sys.argv[1]
if word == "deep": traceback.print_stack(); deep(5)
if word == "chained":
    try: deep(1)
    except ValueError as error: raise KeyError("chained") from error
if word == "syntax": exec("x = = 1")
if word == "import": import no_such_module
if word == "thread":
    import threading
    thread = threading.Thread(target=deep, args=(2,)); thread.start(); thread.join()
    raise SystemExit(1)
if word == "group":
    sys.excepthook = lambda *error: print("hook", error[0].__name__, file=sys.stderr)
    deep(1)
if word == "warn": warnings.warn("careful", stacklevel=2); warnings.warn("here")
"#;

const RECURSION: &str = r#"
import sys, inspect
count = 0
def go():
    global count
    count += 1
    go()
word = sys.argv[1]
print(sys.getrecursionlimit(), len(inspect.stack()), sys._getframe().f_back)
if word == "limit": sys.setrecursionlimit(100)
if word == "endless": go()
try: go()
except RecursionError: print(count)
"#;

const FOUND: &str = r#"
import sys, os
print(sorted(sys.modules), sys.path, sys.flags, sys.warnoptions)
print(__name__, __file__, __doc__, __package__, __spec__, list(globals()), sys.orig_argv[1:])
print(sorted(os.environ.items()), os.getcwd(), os.listdir("."), sorted(os.listdir("/proc/self/fd")))
print(os.getpid(), os.getppid(), os.getpid() == os.getsid(0) == os.getpgid(0), os.umask(0), os.nice(0))
print(os.sched_getaffinity(0), os.getuid(), os.getgid(), sys.stdin, sys.stdout, sys.stderr)
import resource, signal, gc, threading, ctypes
limits = [name for name in dir(resource) if name.startswith("RLIMIT") and name != "RLIMIT_NPROC"]
print([(name, resource.getrlimit(getattr(resource, name))) for name in limits])
print([(number, signal.getsignal(number)) for number in sorted(signal.valid_signals())])
print(signal.pthread_sigmask(signal.SIG_BLOCK, []), gc.isenabled(), gc.get_threshold())
print(threading.main_thread().native_id == os.getpid(), threading.active_count(), threading.current_thread().name)
print(open("/proc/self/status").read().split("CapInh")[1].split("Cpus")[0].split("Seccomp")[0])
print(ctypes.CDLL(None).prctl(3, 0, 0, 0, 0), oct(os.stat("/proc/self/fd").st_mode), open(__file__).read(6))
"#;

const STREAMS: &str = r#"
import sys, os
word = sys.argv[1]
if word == "lines": print([line for line in sys.stdin], sys.stdin.readline() == "")
if word == "buffer": print(sys.stdin.buffer.read(), sys.stdin.newlines)
if word == "bytes": print(os.read(0, 3), input())
if word == "twice": print(input(), sys.stdin.read(2), sys.stdin.buffer.raw.tell() if sys.stdin.seekable() else None)
if word == "seek": print(sys.stdin.seekable() and sys.stdin.seek(2), sys.stdin.read())
if word == "state":
    for stream in sys.stdin, sys.stdout, sys.stderr, sys.__stdin__, sys.__stdout__, sys.__stderr__:
        print(stream.name, stream.mode, stream.encoding, stream.errors, stream.line_buffering, stream.write_through,
              stream.isatty(), stream.seekable(), stream.fileno(), stream.buffer, stream.buffer.raw.closefd)
    print(sys.stdin is sys.__stdin__, sys.stdout is sys.__stdout__)
    sys.stderr.write("no end of line"); os.write(2, b"|"); sys.stdout.write("out"); os.write(1, b"|")
if word == "close": print("x"); sys.stdout.close(); sys.stdin.close(); print("y")
if word == "bad": print("\ud800")
"#;

const BUFFERS: &str = r#"
import sys, os, atexit, signal
word = sys.argv[1]
print("buffered", end="")
if word == "flush": sys.stdout.flush(); os._exit(0)
if word == "os": os._exit(0)
if word == "atexit": atexit.register(print, "first"); atexit.register(lambda: print("second")); atexit.register(int, "x")
if word == "exception": raise ValueError
if word == "kill": os.kill(os.getpid(), signal.SIGKILL)
if word == "closed": os.close(1)
"#;

const SIGNALS: &str = r#"
import os, signal, sys, threading
word = sys.argv[1]
if word.isdigit(): os.kill(os.getpid(), int(word))
if word == "alarm":
    signal.setitimer(signal.ITIMER_REAL, 0.01)
    signal.pause()
if word == "caught":
    signal.signal(signal.SIGUSR1, lambda *_: print("caught"))
    os.kill(os.getpid(), signal.SIGUSR1)
if word == "pipe":
    reader, writer = os.pipe(); os.close(reader); os.write(writer, b"x")
if word == "main":
    signal.signal(signal.SIGUSR1, lambda *_: print("in main", threading.current_thread() is threading.main_thread()))
    thread = threading.Thread(target=signal.pthread_kill, args=(threading.main_thread().ident, signal.SIGUSR1))
    thread.start(); thread.join()
if word == "mask": signal.raise_signal(signal.SIGINT)
"#;

const PROCESSES: &str = r#"
import os, sys, subprocess, signal
word = sys.argv[1]
if word == "fork":
    pid = os.fork()
    if pid == 0: print("child", os.getppid() > 1); sys.exit(5)
    print(os.waitpid(pid, 0)[1], pid)
if word == "none": os.wait()
if word == "run":
    print(subprocess.run([sys.executable, "-c", "import sys; print(sys.argv, sys.flags.isolated)", "a"], capture_output=True))
    child = subprocess.Popen(["sleep", "100"]); child.kill(); print(child.wait())
if word == "pool":
    import multiprocessing
    with multiprocessing.get_context("fork").Pool(2) as pool: print(pool.map(abs, [-1, -2]))
if word == "orphan" and os.fork() == 0:
    os.setsid()
    while True: signal.pause()
if word == "session": print(os.tcgetpgrp(0) if os.isatty(0) else None, os.getpgrp() == os.getpid())
"#;

const ENDS: &str = r#"
import sys, os, weakref, gc, builtins, io, site
word = sys.argv[1]
class Last:
    def __init__(self, name): self.name = name; self.own = self
    def __del__(self): os.write(1, b"end of %s\n" % self.name.encode())
def function(): return kept
kept = None
if word == "del": kept = Last("kept"); other = Last("other"); del other.own
if word == "file": kept = open("/dev/stdout", "w"); kept.write("unflushed\n"); other = [kept, function]; other.append(other)
if word == "cycle":
    kept = [Last("in list")]; kept.append(kept); del kept; print(gc.collect() > 0)
    inner = Last("inner"); outer = Last("outer"); inner.other = outer; outer.other = inner; del inner, outer
if word == "modules":
    for module in sys, os, builtins, io, site, gc: module.left = Last(module.__name__)
    os.function = function; sys.stdout.left = Last("stream"); os.environ.left = Last("variables"); object.__subclasses__()
    os._Environ.left = Last("class"); type(site).__doc__
if word == "finalize": weakref.finalize(function, print, "function"); kept = Last("a"); weakref.finalize(kept, print, "b")
if word == "thread":
    import threading
    local = threading.local(); local.value = Last("local")
    thread = threading.Thread(target=lambda: setattr(local, "value", Last("in thread"))); thread.start(); thread.join()
if word == "hooks": sys.excepthook = lambda *_: print("hook", kept.name); kept = Last("kept"); 1 / 0
if word == "late":
    class Late:
        def __del__(self): print("late", sys is not None, __name__, function is not None)
    kept = Late(); other = Late()
"#;

/// Objects that nobody would finalize if a program just ended.
const LEFT: &str = r#"
import sys, os, io, weakref
word = sys.argv[1]
def steps():
    try: yield 1
    finally: os.write(1, b"end of steps\n")
def write(): kept.write("by function\n")
if word == "generator": kept = steps(); next(kept); print("begun")
if word == "file": kept = open(1, "w", closefd=False); kept.write("unflushed\n")
if word == "output": sys.stdout = os.fdopen(1, "w"); print("to another")
if word == "wrapper": sys.stdout = io.TextIOWrapper(sys.stdout.buffer, write_through=False); print("wrapped")
if word == "kept": sys.left = steps(); next(sys.left); os.left = open(1, "w", closefd=False); os.left.write("in a module\n")
if word == "hidden": exec("class Last:\n def _" + "_del_" + "_(self, write=os.write): write(1, b'hidden')"); os.left = Last(); kept = Last()
if word == "callback":
    class Kept: pass
    kept = Kept(); watched = weakref.ref(kept, lambda _: print("gone"))
if word == "local":
    open("left.py", "w").write("def steps():\n try: yield\n finally: print('in a module of its own')\nkept = steps(); next(kept)\n")
    sys.path.insert(0, os.getcwd())
    import left
if word == "daemon":
    import threading
    threading.Thread(target=threading.Event().wait, daemon=True).start(); print("not waited for")
if word == "none": sys.stdout = None; sys.stderr = None
if word == "closed": print("kept"); os.close(1)
if word == "full": sys.stdout = open("/dev/full", "w"); print("nowhere")
if word == "exit": print("by then"); sys.exit(4)
"#;

const MODULES: &str = r#"
import sys
word = sys.argv[1]
if word == "again":
    import ctypes, struct, _socket, socket, marshal, io
    print(struct.pack("<i", 5), ctypes.sizeof(ctypes.c_long), socket.AF_UNIX, ctypes.CDLL(None).abs(-3), marshal.loads(marshal.dumps(5)))
    class Pair(ctypes.Structure): _fields_ = [("a", ctypes.c_int), ("b", ctypes.c_char_p)]
    print(Pair(1, b"x").b, ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)(lambda x: x + 1)(2))
if word == "local":
    import os
    open("helper.py", "w").write("VALUE = __name__")
    sys.path.insert(0, os.getcwd())
    import helper
    print(helper.VALUE, helper.__file__)
if word == "random":
    import random
    print(random.Random(5).random(), len({random.random(), random.random()}))
"#;

/// Compares two runs line by line.
fn compare(name: &str, warm: &Shown, cold: &Shown) {
    let lines = |shown: &Shown| -> Vec<String> {
        let texts = [&shown.output, &shown.stderr].map(|text| text.lines().map(String::from));
        texts.into_iter().flatten().collect()
    };
    for (warm, cold) in lines(warm).iter().zip(&lines(cold)) {
        assert_eq!(warm, cold, "{name}");
    }
    assert_eq!(warm, cold, "{name}");
}

/// Shows whether Python tears itself down at its end.
const TAKEN_APART: &str = r#"
import os, sys
def hook(event, _, write=os.write): event == "cpython.PyInterpreterState_Clear" and write(1, b"taken apart\n")
sys.addaudithook(hook)
print(sys.version_info >= (3, 10))
word = sys.argv[1]
if word == "function": (lambda: exit(42))()
if word != "end": sys.exit(int(word))
"#;

/// Returns whether no program can wait on this system, and prints why.
fn nothing_waits() -> bool {
    let probe = Probe::start(&[]);
    let layers = probe.sandbox.layers();
    let cannot = layers.namespaces.is_err() || layers.seccomp.is_err();
    if cannot {
        println!("SKIPPED: without namespaces and seccomp, nothing waits: {layers:?}");
    }
    cannot
}

#[test]
fn a_warm_run_shows_what_a_cold_one_shows() {
    if nothing_waits() {
        return;
    }
    let input = Input::new("one\ntwo\r\nthr\u{e9}e\n\nend".as_bytes()).unwrap();
    let folder = open_folder();
    fs::write(folder.path().join("file"), "in a file\r\nof two lines").unwrap();
    for (name, text, words) in EQUAL {
        let mut python = Jury::python(text);
        for word in *words {
            let file = || File::open(folder.path().join("file")).unwrap();
            let stdins = [(); 2].map(|()| file());
            let cold = python.cold(&[word], Stdin::Input(&input));
            let other = python.cold(&[word], Stdin::File(&stdins[0]));
            compare(&format!("{name}: {word}"), &python.warm(&[word], Stdin::Input(&input)), &cold);
            let warm = python.warm(&[word], Stdin::File(&stdins[1]));
            compare(&format!("{name}: {word}"), &warm, &other);
            if !matches!(cold.exit, ProcessExit::Exited(0..=1)) || word == &"orphan" {
                // A program that ends badly every time is soon run cold.
                python = Jury::python(text);
            }
        }
    }
}

#[test]
fn a_program_may_be_nested_as_deeply_as_python_allows() {
    if nothing_waits() {
        return;
    }
    let open: String =
        (0..20).map(|depth| format!("{}for _ in [1]:\n", " ".repeat(depth))).collect();
    let python = Jury::python(&format!("import sys\n{open}{}sys.exit(42)\n", " ".repeat(20)));
    let cold = python.cold(&[], Stdin::Empty);
    assert_eq!(cold.exit, ProcessExit::Exited(42));
    assert_eq!(python.warm(&[], Stdin::Empty), cold);
}

#[test]
fn a_program_that_its_compiler_warns_of_is_warned_of_in_each_run() {
    if nothing_waits() {
        return;
    }
    let python = Jury::python("if 1 is 1:\n    print('one')\n");
    let program = python.program();
    let inside = python.sandboxes.inside(program.folder());
    for _ in 0..2 {
        let warm = program.warm(StartRule::Warm, &JURY_LIMITS, &python.sandboxes);
        let run = Run { warm, ..program.run(&python.limits, &inside) };
        let (ended, output) = python.sandboxes.run_and_read(&run, 10).unwrap();
        let said = String::from_utf8_lossy(&ended.stderr);
        assert_eq!((&*output, said.contains("SyntaxWarning")), (&b"one\n"[..], true), "{said}");
    }
}

/// A program in C and C++ that shows its environment, and ends in many ways.
const COMPILED: &str = r#"
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
extern char **environ;
static int early;
__attribute__((constructor)) static void before(void) { early = 5; setenv("EARLY", "1", 1); }
__attribute__((destructor)) static void after(void) { printf("after %d\n", early); }
static void last(void) { printf("last\n"); }
static void *thread(void *argument) { printf("thread %s\n", (char *)argument); return argument; }
static void caught(int number) { printf("caught %d %d\n", number, gettid() == getpid()); }
static void *kills(void *main) { pthread_kill(*(pthread_t *)main, SIGUSR1); return 0; }
static long deep(long n) { volatile char room[1000]; room[0] = n; return n ? deep(n - 1) + room[0] - room[0] : 1; }
int main(int count, char **words) {
    const char *word = words[1];
    char line[100];
    for (int at = 0; at < count; at++) printf("[%s]", words[at]);
    printf(" %d %d\n", early, words[count] == 0);
    if (!strcmp(word, "exit")) { atexit(last); exit(atoi(words[2])); }
    if (!strcmp(word, "quick")) _exit(4);
    if (!strcmp(word, "abort")) abort();
    if (!strcmp(word, "null")) *(volatile int *)0 = 1;
    if (!strcmp(word, "lines")) while (fgets(line, sizeof line, stdin)) printf("%zu\n", strlen(line));
    if (!strcmp(word, "read")) printf("%zd\n", read(0, line, 5));
    if (!strcmp(word, "error")) { fprintf(stderr, "to error"); perror("p"); return 43; }
    if (!strcmp(word, "deep")) printf("%ld\n", deep(50000));
    if (!strcmp(word, "endless")) printf("%ld\n", deep(1L << 40));
    if (!strcmp(word, "thread")) { pthread_t t; pthread_create(&t, 0, thread, (void *)"x"); pthread_join(t, 0); }
    if (!strcmp(word, "signal")) {
        pthread_t self = pthread_self(), t;
        signal(SIGUSR1, caught); raise(SIGUSR1);
        pthread_create(&t, 0, kills, &self); pthread_join(t, 0);
        signal(SIGALRM, caught); alarm(1); pause();
    }
    if (!strcmp(word, "fork")) {
        int status; pid_t child = fork();
        if (child == 0) _exit(getppid() == 1);
        waitpid(child, &status, 0); printf("%d %d\n", status, child);
        printf("%d %d\n", wait(0), errno == ECHILD);
    }
    if (!strcmp(word, "orphan") && fork() == 0) { setsid(); for (;;) pause(); }
    if (!strcmp(word, "state")) {
        struct rlimit limit; sigset_t set; cpu_set_t cpus;
        for (char **variable = environ; *variable; variable++) puts(*variable);
        printf("%s %d %d %d %d\n", getcwd(line, 100), getpid(), getppid(), getsid(0) == getpid(), umask(0));
        for (int which = 0; which < RLIM_NLIMITS; which++)
            if (which != RLIMIT_NPROC) { getrlimit(which, &limit); printf("%lu %lu\n", limit.rlim_cur, limit.rlim_max); }
        sigprocmask(0, 0, &set);
        for (int number = 1; number < 32; number++) printf("%d", sigismember(&set, number));
        for (int file = 0; file < 300; file++) if (lseek(file, 0, SEEK_CUR) != -1 || errno != EBADF) printf(" %d", file);
        sched_getaffinity(0, sizeof cpus, &cpus);
        printf(" %d %d\n", prctl(PR_GET_DUMPABLE), CPU_COUNT(&cpus));
        printf("%d %d\n", gettid() == getpid(), getuid());
    }
    if (!strcmp(word, "attack")) {
        for (int pid = 1; pid < 25000; pid++) {
            if (pid == getpid()) continue;
            if (kill(pid, SIGKILL) == 0) printf("killed %d\n", pid);
            snprintf(line, sizeof line, "/proc/%d/mem", pid);
            if (fopen(line, "r")) printf("opened %d\n", pid);
        }
        early = 6;
    }
    if (!strcmp(word, "spin")) for (;;) early++;
    return 42;
}
"#;

/// The same in Rust, whose library reads the arguments before `main` too.
const RUST: &str = r#"
use std::io::{BufRead, Read, Write};
fn deep(n: u64) -> u64 { let room = std::hint::black_box([n; 100]); if n == 0 { 1 } else { deep(n - 1) + room[0] - room[1] } }
struct Last;
impl Drop for Last { fn drop(&mut self) { println!("last"); } }
fn main() {
    let words: Vec<String> = std::env::args().collect();
    let _last = Last;
    println!("{words:?} {:?}", std::env::current_dir());
    match &*words[1] {
        "exit" => std::process::exit(words[2].parse().unwrap()),
        "abort" => std::process::abort(),
        "panic" => panic!("p"),
        "lines" => std::io::stdin().lock().lines().for_each(|line| println!("{}", line.unwrap().len())),
        "read" => { let mut bytes = [0; 5]; std::io::stdin().read_exact(&mut bytes).unwrap(); println!("{bytes:?}"); }
        "error" => { eprint!("to error"); std::process::exit(43); }
        "deep" => println!("{}", deep(10_000)),
        "endless" => println!("{}", deep(1 << 40)),
        "thread" => println!("{:?}", std::thread::spawn(|| 7).join()),
        "child" => println!("{:?}", std::process::Command::new("/bin/true").status()),
        "state" => {
            let mut all: Vec<_> = std::env::vars().collect();
            all.sort();
            println!("{all:?} {}", std::process::id());
            let status = std::fs::read_to_string("/proc/self/status").unwrap();
            status.lines().filter(|line| line.starts_with("Sig") || line.starts_with("Cap")).for_each(|line| println!("{line}"));
        }
        _ => std::io::stdout().flush().unwrap(),
    }
}
"#;

/// Ends as requested, after it has printed an address that differs between starts of Python.
const ADDRESS: &str =
    "import os, sys\nprint(id(len), flush=True)\nif len(sys.argv) > 1: os.kill(os.getpid(), 9)\n";

#[test]
fn one_start_serves_all_small_programs_in_python_and_none_is_kept_from_it_by_another() {
    if nothing_waits() {
        return;
    }
    let one = Jury::python(&format!("{ADDRESS}print('one')\n"));
    let other = Jury::python(&format!("{ADDRESS}print('other')\n"));
    let beyond = "x".repeat(SHARED_START_BYTES as usize);
    let large = Jury::python(&format!("{ADDRESS}print('large')\n#{beyond}\n"));
    let shown = |jury: &Jury, arguments: &[&str]| {
        let (ended, shown) = jury.run_in(&one.sandboxes, true, arguments, Stdin::Empty);
        let (address, said) = shown.output.split_once('\n').unwrap();
        (ended.is_warm, address.to_string(), said.to_string())
    };
    let warm = |address: &str, said: &str| (true, address.to_string(), said.to_string());
    let (_, address, _) = shown(&one, &[]);
    assert_eq!(shown(&other, &[]), warm(&address, "other\n"));
    assert_eq!(shown(&one, &[]), warm(&address, "one\n"));
    let (is_warm, elsewhere, said) = shown(&large, &[]);
    assert!(is_warm && elsewhere != address && said == "large\n");
    for is_warm in [true, true, true, false] {
        assert_eq!(shown(&one, &["kill"]).0, is_warm);
    }
    assert!(shown(&other, &[]).0);
}

#[test]
fn a_main_file_of_many_programs_is_compiled_once_and_their_own_files_are_checked() {
    if nothing_waits() {
        return;
    }
    let main = "import sys\nfor name in 'own.py', 'main.py':\n    with open(sys.path[0] + '/' + name) as file: \
        print(len(file.read()))\nif not name: import own\n";
    let sandboxes = Sandboxes::sharing_cores(setup(&[])).unwrap();
    let toolchains = Toolchains::default();
    let build = |main: &str, own: &str| {
        let folder = open_folder();
        fs::write(folder.path().join("main.py"), main).unwrap();
        fs::write(folder.path().join("own.py"), own).unwrap();
        let mut source = Source::read(folder.path(), &Languages::default(), None).unwrap();
        source.imports = &["sys"];
        let content = source.content().unwrap();
        let waiting = Waiting::Python;
        let (limits, executor) = (&JURY_LIMITS, &sandboxes);
        let builder = Builder { limits, toolchains: &toolchains, executor, waiting };
        Builds::default().build(&source, content, &builder)
    };
    let said = |build: &Build| {
        let program = build.as_ref().unwrap();
        let run = program.run(&JURY_LIMITS, &sandboxes.inside(program.folder()));
        let run = Run { warm: program.warm(StartRule::Warm, &JURY_LIMITS, &sandboxes), ..run };
        let (ended, output) = sandboxes.run_and_read(&run, 1 << 10).unwrap();
        let compiled = fs::read(program.folder().join("main.py.pyc")).unwrap();
        assert!(ended.is_warm && ended.succeeded());
        (String::from_utf8(output).unwrap(), compiled)
    };
    let length = main.len();
    let (first, compiled) = said(&build(main, "x = 1\n"));
    assert_eq!(first, format!("6\n{length}\n"));
    assert_eq!(said(&build(main, "x = 'two'\n")), (format!("10\n{length}\n"), compiled.clone()));
    // A file that is compiled in each run, which warns of it, is only checked.
    assert_eq!(said(&build(main, "x = '\\d'\n")), (format!("9\n{length}\n"), compiled.clone()));
    assert!(build(main, "x = \n").is_err());
    let other = format!("{main}print(3)\n");
    let (said, of_other) = said(&build(&other, "x = 1\n"));
    assert_eq!(said, format!("6\n{}\n3\n", other.len()));
    assert!(of_other != compiled);
}

#[test]
fn programs_that_need_starts_of_their_own_take_turns_and_each_is_started_once() {
    if nothing_waits() {
        return;
    }
    let one = Jury::python(ADDRESS);
    let less = Limits { memory: 1 << 30, ..one.limits };
    let sooner = Limits { cpu: one.limits.cpu / 2, ..one.limits };
    let other = Jury::python(&format!("{ADDRESS}\n# another\n"));
    let turns = [(&one, one.limits), (&other, less), (&one, sooner), (&other, one.limits)];
    let addresses = || {
        turns.map(|(jury, limits)| {
            let program = jury.program();
            let warm = program.warm(StartRule::Warm, &JURY_LIMITS, &one.sandboxes);
            let run = program.run(&limits, &one.sandboxes.inside(program.folder()));
            let run = Run { warm, ..run };
            one.sandboxes.run_and_read(&run, 1 << 10).unwrap().1
        })
    };
    let first = addresses();
    assert_eq!(first[0], first[3], "limits alone make a difference");
    assert!((0..3).all(|at| !first[..at].contains(&first[at])), "{first:?}");
    for _ in 0..3 {
        assert_eq!(addresses(), first);
    }
}

#[test]
fn what_a_program_shares_with_others_is_not_taken_apart_at_its_end() {
    if nothing_waits() {
        return;
    }
    let python = Jury::python(TAKEN_APART);
    for word in ["end", "0", "42", "43", "function"] {
        let cold = python.cold(&[word], Stdin::Empty);
        assert!(cold.output.ends_with("\ntaken apart\n"), "{cold:?}");
        let warm = python.warm(&[word], Stdin::Empty);
        let is_whole = ["True\n", "False\ntaken apart\n"].contains(&&*warm.output);
        assert!(is_whole && warm.exit == cold.exit, "{warm:?}");
    }
}

#[test]
fn a_compiled_program_shows_the_same_warm_and_cold() {
    if nothing_waits() {
        return;
    }
    let input = Input::new(b"one\ntwo\nthree").unwrap();
    // With the option that both linkers know, and with the name that C++ gives `main`.
    for name in ["program.c", "program.cpp"] {
        let text = match name {
            "program.c" => COMPILED.to_string(),
            _ => format!("#include <iostream>\n{}", COMPILED.replace("#define _GNU_SOURCE\n", "")),
        };
        let text =
            text.replace("#include <sys/wait.h>", "#include <sys/wait.h>\n#include <sys/stat.h>");
        let jury = Jury::of(&[], name, &text);
        for words in [
            "exit 0", "exit 42", "exit 300", "quick", "abort", "lines", "read", "error", "deep",
            "x", "endless", "thread", "signal", "fork", "state", "orphan", "attack", "null",
            "state", "lines",
        ] {
            let words: Vec<&str> = words.split(' ').collect();
            let cold = jury.cold(&words, Stdin::Input(&input));
            let warm = jury.warm(&words, Stdin::Input(&input));
            compare(&format!("{name}: {words:?}"), &warm, &cold);
            assert!(!cold.output.contains("killed") && !cold.output.contains("opened"));
        }
    }
}

#[test]
fn a_program_in_rust_shows_the_same_warm_and_cold() {
    if nothing_waits() {
        return;
    }
    let input = Input::new(b"one\ntwo\nthree").unwrap();
    let jury = Jury::of(&[], "program.rs", RUST);
    for words in [
        "exit 0", "exit 42", "abort", "panic", "lines", "read", "error", "deep", "x", "endless",
        "thread", "child", "state", "state", "lines",
    ] {
        let words: Vec<&str> = words.split(' ').collect();
        let cold = jury.cold(&words, Stdin::Input(&input));
        compare(&format!("{words:?}"), &jury.warm(&words, Stdin::Input(&input)), &cold);
    }
}

/// What a program does before `main` belongs to each of its runs, so a program that does more than
/// a fork repeats is started cold.
#[test]
fn what_does_something_before_its_main_is_run_cold() {
    if nothing_waits() {
        return;
    }
    let input = Input::new(b"7 8\n").unwrap();
    let unfit = [
        "scanf(\"%d\", &first)",
        "printf(\"early\"); fflush(stdout)",
        "write(2, \"early\", 5)",
        "first = open(\"/dev/null\", O_RDONLY)",
        "pthread_create(&thread, 0, waits, 0)",
        "mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, open(\"/dev/null\", O_RDWR), 0)",
        "_exit(3)",
        "__builtin_trap()",
    ];
    for first in unfit {
        let text = format!(
            "#include <fcntl.h>\n#include <pthread.h>\n#include <stdio.h>\n#include <sys/mman.h>\n\
             #include <unistd.h>\nstatic int first;\nstatic pthread_t thread;\n\
             static void *waits(void *all) {{ for (;;) pause(); }}\n\
             __attribute__((constructor)) static void before(void) {{ {first}; }}\n\
             int main(void) {{ int x = 0; scanf(\"%d\", &x); printf(\"%d %d\\n\", x, first);\n\
             fflush(stdout); _exit(42); }}"
        );
        let jury = Jury::of(&[], "program.c", &text);
        let cold = jury.cold(&[], Stdin::Input(&input));
        let (ended, shown) = jury.run(true, &[], Stdin::Input(&input));
        assert!(!ended.is_warm, "{first}");
        compare(first, &shown, &cold);
    }
}

#[test]
fn memory_that_is_taken_before_main_has_the_limit_of_a_run() {
    if nothing_waits() {
        return;
    }
    let text = "#include <stdlib.h>\n#include <string.h>\nstatic char *volatile kept;\n\
         __attribute__((constructor)) static void before(void) {\n\
         kept = malloc(200 << 20); memset(kept, 1, 200 << 20); }\n\
         int main(void) { return 42; }\n";
    let mut jury = Jury::of(&[], "program.c", text);
    jury.limits.memory = 100 << 20;
    for is_warm in [false, true] {
        let (ended, shown) = jury.run(is_warm, &[], Stdin::Empty);
        assert_eq!((ended.is_warm, shown.stopped), (false, Some(Stopped::Memory)));
    }
}

#[test]
fn limits_hold_for_each_run_and_what_it_took_to_start_counts() {
    if nothing_waits() {
        return;
    }
    const PROGRAM: &str = r#"
import os, sys, time
word = sys.argv[1]
if word == "memory": kept = b"x" * (200 << 20); time.sleep(60)
if word == "children":
    for _ in range(4):
        if os.fork() == 0: kept = b"x" * (40 << 20); time.sleep(60)
    time.sleep(60)
if word == "time":
    while True: pass
if word == "clock": time.sleep(600)
if word == "output":
    while True: print("x" * 1000)
if word == "file": open("file", "wb").write(b"x" * (3 << 20))
if word == "processes":
    count = 0
    try:
        while os.fork() != 0: count += 1
        time.sleep(60)
    except BlockingIOError: print(count)
print("well")
"#;
    for word in ["memory", "children", "time", "clock", "output", "file", "processes", "none"] {
        let mut python = Jury::python(PROGRAM);
        let little = Duration::from_millis(500);
        python.limits = Limits {
            memory: 100 << 20,
            output: 100_000,
            processes: 8,
            file_size: 1 << 20,
            cpu: if word == "time" { little } else { JURY_LIMITS.cpu },
            wall: if word == "clock" { little } else { python.limits.wall },
            ..python.limits
        };
        let (cold, shown) = python.run(false, &[word], Stdin::Empty);
        // Whether or not the waiting process is replaced after the run.
        for _ in 0..2 {
            let (warm, seen) = python.run(true, &[word], Stdin::Empty);
            assert!(warm.is_warm, "{word}");
            if word == "output" {
                assert_eq!((seen.stopped, seen.exit), (shown.stopped, shown.exit));
                continue;
            }
            compare(word, &seen, &shown);
            if word == "none" {
                // A fork alone takes far less.
                assert!(warm.cpu > cold.cpu / 4, "{:?} {:?}", warm.cpu, cold.cpu);
                assert!(warm.memory > cold.memory / 2 && warm.memory < cold.memory * 2);
            }
        }
        let expected = match word {
            "memory" | "children" => Some(Stopped::Memory),
            "time" => Some(Stopped::Cpu),
            "clock" => Some(Stopped::Wall),
            "output" => Some(Stopped::Output),
            _ => None,
        };
        assert_eq!(shown.stopped, expected, "{word}");
    }
}

/// Attacks of a run on the waiting process or on the next run; `clean` shows whether everything is
/// intact.
const ATTACKS: &str = r#"
import ctypes, os, signal, sys, time
c = ctypes.CDLL(None, use_errno=True)
word = sys.argv[1]
others = [pid for pid in range(1, 25000) if pid != os.getpid()]

def tried(attack):
    for pid in others:
        try: attack(pid)
        except OSError: continue
        print("reached", pid)

def call(number, *arguments):
    if c.syscall(number, *arguments) < 0: raise OSError(ctypes.get_errno(), "no")

def opened(name, mode="rb"):
    return lambda pid: open("/proc/%d/%s" % (pid, name), mode).close()

if word == "kill": tried(lambda pid: os.kill(pid, signal.SIGKILL))
if word == "stop": tried(lambda pid: os.kill(pid, signal.SIGSTOP))
if word == "interrupt": tried(lambda pid: os.kill(pid, signal.SIGINT)); tried(lambda pid: os.kill(pid, signal.SIGTERM))
if word == "all": os.kill(-1, signal.SIGKILL)
if word == "pidfd":
    def send(pid): signal.pidfd_send_signal(os.pidfd_open(pid), signal.SIGKILL)
    tried(send)
if word == "trace": tried(lambda pid: call(101, 16, pid, 0, 0))
if word == "seize": tried(lambda pid: call(101, 0x4206, pid, 0, 0))
if word == "memory": tried(opened("mem")); tried(opened("mem", "wb")); tried(opened("maps")); tried(opened("environ"))
if word == "read": tried(lambda pid: call(310, pid, ctypes.byref(ctypes.c_long()), 1, ctypes.byref(ctypes.c_long()), 1, 0))
if word == "write": tried(lambda pid: call(311, pid, ctypes.byref(ctypes.c_long()), 1, ctypes.byref(ctypes.c_long()), 1, 0))
if word == "files": tried(lambda pid: os.listdir("/proc/%d/fd" % pid)); tried(lambda pid: os.listdir("/proc/%d/cwd" % pid))
if word == "limits": tried(lambda pid: call(302, pid, 7, ctypes.byref((ctypes.c_long * 2)(5, 5)), None))
if word == "priority": tried(lambda pid: os.setpriority(os.PRIO_PROCESS, pid, 19)); tried(lambda pid: os.sched_setaffinity(pid, [0]))
if word == "group": tried(lambda pid: os.setpgid(pid, pid))
if word == "steal":
    def steal(pid):
        call(438, os.pidfd_open(pid), 3, 0)
    tried(steal)
if word == "connection":
    for number in range(3, 256):
        for attack in (lambda: os.write(number, b"set"), lambda: os.read(number, 1), lambda: os.fstat(number)):
            try: attack()
            except OSError: continue
            print("reached", number)
if word == "descriptors":
    try:
        while True: os.open("/dev/null", os.O_RDONLY)
    except OSError: pass
if word == "pipes":
    try:
        while True:
            reader, writer = os.pipe(); os.set_blocking(writer, False)
            try:
                while True: os.write(writer, b"x" * 4096)
            except BlockingIOError: pass
    except OSError: pass
if word == "children":
    for _ in range(5):
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                signal.signal(signal.SIGTERM, signal.SIG_IGN)
                time.sleep(1000)
            os._exit(0)
if word == "sister":
    # A child of the launcher, as this process is.
    if c.syscall(56, ctypes.c_long(0x8000 | 17), 0, 0, 0, 0) == 0:
        while True: time.sleep(1)
if word == "files left":
    for folder in ".", "/tmp", "/dev/shm", os.environ["HOME"]:
        open(os.path.join(folder, "sitecustomize.py"), "w").write("print('reached')")
        open(os.path.join(folder, "os.py"), "w").write("print('reached')")
    os.mkdir("folder", 0); os.chmod(".", 0)
if word == "state":
    import builtins, atexit
    builtins.print = None; sys.modules["os"] = None; sys.path.insert(0, "/home/program"); os.environ["PYTHONPATH"] = "/home/program"
    sys.setrecursionlimit(50); sys.stdout = None; signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    c.memset(id(True), 0, 16)
if word == "shared":
    import mmap
    mmap.mmap(-1, 4096)[0] = 1
    if os.fork() == 0: os.setsid(); time.sleep(1000)
if word == "crash": ctypes.string_at(0)
if word == "overrun": ctypes.memset(id(True), 0, 1 << 30)
if word == "wait":
    try: print("reached", os.waitpid(-1, 0))
    except ChildProcessError: pass
if word == "death": call(157, 1, signal.SIGKILL)
if word == "dumps": call(157, 4, 0)
if word == "chroot": os.chdir("/"); os.umask(0); signal.alarm(1000)
if word == "clean":
    print(sorted(os.listdir(".")), os.listdir("/tmp"), os.getpid(), sys.getrecursionlimit(), True, 1, os.umask(0o22), sorted(os.environ))
"#;

/// Attacks that leave the waiting process intact, and attacks that end it.
const HARMLESS: &[&str] = &[
    "trace", "seize", "memory", "read", "write", "files", "limits", "priority", "group", "steal",
    "connection", "descriptors", "pipes", "files left", "wait", "death", "dumps", "chroot",
];
const SIGNALLING: &[&str] = &["kill", "stop", "interrupt", "all", "pidfd"];
const ENDING: &[&str] = &["children", "sister", "state", "crash", "shared", "overrun"];

/// The attacking program, in each language whose programs can wait.
const ATTACKERS: [(&str, &str); 2] =
    [("program.py", ATTACKS), ("program.c", include_str!("attacks.c"))];

#[test]
fn no_run_reaches_the_program_that_waits_or_the_next_run() {
    if nothing_waits() {
        return;
    }
    for (name, text) in ATTACKERS {
        let jury = Jury::of(&[], name, text);
        let clean = jury.cold(&["clean"], Stdin::Empty);
        for word in HARMLESS.iter().chain(SIGNALLING).chain(ENDING) {
            let cold = jury.cold(&[word], Stdin::Empty);
            let warm = jury.warm(&[word], Stdin::Empty);
            // It finds that there is another process, and no more.
            if word != &"all" {
                compare(word, &warm, &cold);
            }
            assert!(!cold.output.contains("reached"), "{name} {word}: {}", cold.output);
            compare(word, &jury.warm(&["clean"], Stdin::Empty), &clean);
        }
    }
}

#[test]
fn without_a_layer_a_run_may_end_the_program_that_waits_but_not_change_a_verdict() {
    if nothing_waits() {
        return;
    }
    for (name, text) in ATTACKERS {
        let jury = Jury::of(&["landlock"], name, text);
        let clean = jury.cold(&["clean"], Stdin::Empty);
        for word in HARMLESS.iter().chain(SIGNALLING).chain(ENDING) {
            let (ended, shown) = jury.run(true, &[word], Stdin::Empty);
            assert!(ended.is_warm, "{name} {word}");
            let is_signal = SIGNALLING.contains(word);
            let is_held = is_signal || !shown.output.contains("reached");
            assert!(is_held, "{name} {word}: {}", shown.output);
            // A signal may end the waiting process, but only after the run: then this run is cold.
            let (ended, shown) = jury.run(true, &["clean"], Stdin::Empty);
            assert!(is_signal || ended.is_warm, "{name} {word}");
            compare(word, &shown, &clean);
        }
    }
}

#[test]
fn where_nothing_can_wait_each_run_is_cold() {
    for without in ["namespaces", "seccomp"] {
        let python = Jury::without(&[without], "print(1)");
        let program = python.program();
        let inside = python.sandboxes.inside(program.folder());
        let warm = program.warm(StartRule::Warm, &JURY_LIMITS, &python.sandboxes);
        assert_eq!(warm.is_some(), without == "seccomp");
        for _ in 0..2 {
            let run = Run { warm: warm.clone(), ..program.run(&python.limits, &inside) };
            let (ended, output) = python.sandboxes.run_and_read(&run, 10).unwrap();
            assert_eq!((ended.is_warm, &*output), (false, &b"1\n"[..]), "{without}");
        }
    }
}

/// Programs that do not wait correctly: each is run cold, and its input is read once.
#[test]
fn what_waits_wrongly_is_run_cold() {
    if nothing_waits() {
        return;
    }
    let probe = &mut Probe::start(&[]);
    let shell = |text: &str| {
        let text = format!("set -- $REFEREE_START; {text}");
        WarmStart {
            is_shared: false,
            command: ["sh", "-c", &text].map(Into::into).to_vec(),
            environment: Vec::new(),
            words: 1,
        }
    };
    let read = "head -c 1 <&$1 >/dev/null";
    let ready = format!("printf started >&$1; {read}; printf ready >&$1; {read}");
    for text in [
        "true",
        "kill -9 $$",
        "printf nonsense >&$1; sleep 100",
        "printf started >&$1",
        &format!("printf started >&$1; {read}; printf started >&$1"),
        &ready,
        &format!("{ready}; printf failed >&$1; {read}"),
        &format!("{ready}; printf forked >&$1"),
        &format!("{ready}; printf forked >&$1; printf set >&$2; {read}"),
        &format!("{ready}; sleep 100 & sleep 100 & printf forked >&$1; printf set >&$2; {read}"),
        &format!("{ready}; printf forked >&$1; printf nonsense >&$2; cat; {read}"),
    ] {
        probe.with_input(b"a\nb\n");
        let command = probe.program(&["echo"]);
        let mut sandbox = Sandbox::start(&setup(&[])).unwrap();
        for _ in 0..5 {
            let warm = Some(WarmStart { words: 2, ..shell(text) });
            let run = Run { program: Some(probe.folder()), warm, ..probe.any_run(&command) };
            let mut output = String::new();
            let ended = sandbox
                .run(&run, &mut |reader| {
                    reader.read_to_string(&mut output).unwrap();
                })
                .unwrap();
            assert_eq!((&*output, ended.is_warm), ("a\nb\n", false), "{text}");
        }
    }
}
