//! Files too large for memory, full disks, closed pipes, Ctrl-C, very many threads.

use std::fs::{self, File};
use std::io::{self, PipeReader, PipeWriter, Write};
use std::process::{Command, Stdio};
use std::thread;

use insta::assert_snapshot;
use rustix::io::ioctl_fionbio;

use crate::shipped::{INFINITY_WAR, assert_input_refused, assert_output_judged};
use crate::support::{BOB, Folder, REFEREE, Run, TIE, filled, skip, sparse};

/// Enough for the threads and the case, far less than the files of these tests.
const MEBIBYTES: u32 = 86;

#[test]
fn memory_is_bounded_whatever_the_size_of_an_input() {
    const GIGABYTE: u64 = 1_000_000_000;
    let folder = INFINITY_WAR.with_input(TIE, "tie 1 1\n");
    let check = |says: &str| assert_input_refused(&folder, MEBIBYTES, says);
    sparse(&folder, "a.in", "", GIGABYTE);
    check("line 1, column 1: expected n, an integer, found a NUL byte");
    sparse(&folder, "a.in", "4\n1 4\n", GIGABYTE);
    check("line 3, column 1: expected Bob's column, an integer, found a NUL byte");
    sparse(&folder, "a.in", TIE, GIGABYTE);
    check("line 8, column 1: expected the end of the file after the last move, found a NUL byte");
    filled(&folder, "a.in", b'7', 200);
    check("is outside 2..=");
    filled(&folder, "a.in", b' ', 200);
    folder.referee_within(MEBIBYTES, "validate a.in").ends_with(1);
    assert_eq!(folder.left_over(), [""; 0]);
}

#[test]
fn a_case_that_does_not_fit_in_memory_is_a_judge_error() {
    let folder = Folder::new();
    sparse(&folder, "big.in", "500000000\n", 4_000_000_000);
    folder.write("big.ans", "Alice wins\n");
    let run = folder.referee_within(MEBIBYTES, "validate big.in --problem infinity-war");
    assert_snapshot!(run.ends_with(3), @"
    exit code: 3
    judge error: big.in: cannot read it: out of memory

    1 case
      not valid     1   big
    exit code 3
    ");
}

#[test]
fn memory_is_bounded_whatever_the_size_of_an_output() {
    let folder = INFINITY_WAR.with_input(BOB, "Bob wins\n");
    let output = "out/ants/a.out";
    let check = |code, says: &str| assert_output_judged(&folder, MEBIBYTES, code, says);
    filled(&folder, output, b' ', 100);
    check(1, "empty output");
    filled(&folder, output, b'x', 100);
    check(1, "malformed output, line 1, column 1");
    filled(&folder, output, b'1', 100);
    check(1, "malformed output, line 1, column 1");
    filled(&folder, output, b'\n', 100);
    File::options().append(true).open(folder.path(output)).unwrap().write_all(b"Bob wins").unwrap();
    check(0, "The one output is right.");
    sparse(&folder, output, "", 1_000_000_000);
    check(1, "output is not text, line 1, column 1");
    sparse(&folder, output, "Bob wins", 1_000_000_000);
    check(1, "output is not text, line 1, column 9");
}

#[test]
fn very_many_threads_are_as_many_as_the_system_gives() {
    let folder = Folder::new();
    folder.write("problem.toml", "format = 1\nproblem = \"infinity-war\"\n");
    for number in 0..2000 {
        folder.write(format!("{number:04}.in"), BOB);
        folder.write(format!("{number:04}.ans"), "Bob wins\n");
    }
    folder.referee(&["validate", ".", "--jobs", "65535"]).ends_with(0).says("2000 cases");
}

#[test]
fn a_full_disk_behind_standard_output() {
    if !std::path::Path::new("/dev/full").exists() {
        return skip("a_full_disk_behind_standard_output", "no /dev/full here");
    }
    let folder = Folder::with_outputs();
    for command in [
        "check cases outputs",
        "check cases outputs --report jsonl",
        "check cases outputs --report junit",
        "check cases outputs --report csv",
        "check cases outputs --report summary-csv",
        "validate cases",
        "solve cases --verify",
        "problems",
        "completions bash",
        "generate infinity-war --list",
    ] {
        let run = folder.shell(&format!("\"$referee\" {command} > /dev/full")).ends_with(3);
        let message =
            "judge error: cannot write to standard output: No space left on device (os error 28)\n";
        assert_eq!(run.stderr, message, "{command}");
    }
    folder.shell("\"$referee\" check cases outputs > /dev/full 2>&1").ends_with(3);
}

#[test]
fn a_full_disk_behind_files() {
    let folder = Folder::with_outputs();
    folder.write("mine.toml", recipe(2, 3000));
    fs::create_dir(folder.path("disk")).unwrap();
    if on_small_disk(&folder, "true").code != Some(0) {
        return skip("a_full_disk_behind_files", "no small file system can be made here");
    }
    // Afterwards only the old file is there.
    let only_old = "c=$?; ls -A disk; cat disk/old; exit $c";
    let run = on_small_disk(
        &folder,
        &format!(
            "echo mine > disk/old; head -c 99999 /dev/zero 2>&- > disk/fill; \
         \"$referee\" check cases outputs -q --force --report jsonl=disk/old > log; c=$?; \
         rm disk/fill; (exit $c); {only_old}"
        ),
    );
    assert_snapshot!(run.ends_with(3), @"
    exit code: 3
    old
    mine
    ----- stderr -----
    judge error: disk/old: cannot write it: No space left on device (os error 28)
    help: free some space and run the same command again; existing files are unchanged
    ");
    let run = on_small_disk(
        &folder,
        &format!(
            "echo mine > disk/old; \"$referee\" generate mine.toml --out disk/cases -j 1; c=$?; \
             (exit $c); {only_old}"
        ),
    );
    assert_snapshot!(run.ends_with(3), @"
    exit code: 3
    judge error: disk/cases/big-1.in: cannot write it: No space left on device (os error 28)
    help: free some space and run the same command again; existing files are unchanged
    judge error: disk/cases/big-2.in: cannot write it: No space left on device (os error 28)
    help: free some space and run the same command again; existing files are unchanged

    disk/cases   2 cases from mine.toml
      failed        2   big-1, big-2
    exit code 3
    old
    mine
    ");
}

/// Runs a line where `disk` has room for 24 KiB.
fn on_small_disk(folder: &Folder, line: &str) -> Run {
    let inner = format!("mount -t tmpfs -o size=24k disk disk && {line}");
    folder.shell(&format!("unshare -rm sh -c '{inner}'"))
}

/// What a batch has judged is kept until all its files are written.
#[test]
fn a_full_disk_behind_a_batch() {
    let folder = Folder::new();
    fs::create_dir(folder.path("disk")).unwrap();
    if on_small_disk(&folder, "true").code != Some(0) {
        return skip("a_full_disk_behind_a_batch", "no small file system can be made here");
    }
    folder.write("t.jsonl", "{\"id\": \"t\", \"tests\": [{\"input\": \"\", \"output\": \"1\"}]}\n");
    folder.write("c.jsonl", "{\"task\": \"t\", \"code\": \"print(1)\"}\n");
    let batch = |rows: &str| {
        format!("\"$referee\" batch --tasks t.jsonl --candidates c.jsonl --report jsonl={rows}")
    };
    let to = format!("{} --report html=disk/page.html", batch("rows.jsonl"));
    let full = "head -c 99999 /dev/zero > disk/fill 2>&-";
    for line in [batch("disk/rows.jsonl"), to.clone()] {
        let run = on_small_disk(&folder, &format!("{full}; {line}")).ends_with(3);
        run.says("No space left on device").says("run the same command with --resume to continue");
    }
    assert!(folder.has("rows.jsonl.partial") && !folder.has("rows.jsonl"));
    on_small_disk(&folder, &format!("{to} --resume --report json && test -s disk/page.html"))
        .ends_with(0)
        .says("\"resumed\":1");
    assert!(folder.has("rows.jsonl") && !folder.has("rows.jsonl.partial"));
}

#[test]
fn a_reader_that_leaves_is_no_error() {
    let folder = Folder::with_outputs();
    for command in ["check cases outputs", "check cases outputs --report jsonl", "completions zsh"]
    {
        let expected = if command.starts_with("check") { 1 } else { 0 };
        // The reader has certainly closed before the first byte is written.
        let line = format!(
            "mkfifo gone; {{ read line < gone; \"$referee\" {command}; echo $? > code; }} | \
             {{ exec 0<&-; echo > gone; }}; rm gone; exit $(cat code)"
        );
        let run = folder.shell(&line).ends_with(expected);
        assert_eq!(run.stderr, "", "{command}");
    }
}

fn recipe(count: usize, n: usize) -> String {
    format!(
        "format = 1\nproblem = \"infinity-war\"\nsalt = \"x\"\n\n[[case]]\nname = \"big\"\n\
         family = \"uniform\"\nn = {n}\ncount = {count}\n"
    )
}

/// Returns a full pipe to use as standard output, and its reading end, which nobody reads: a
/// command that prints cannot finish.
fn full_pipe() -> (PipeReader, PipeWriter) {
    let (reader, mut writer) = io::pipe().unwrap();
    ioctl_fionbio(&writer, true).unwrap();
    while writer.write(&[b'x'; 1 << 12]).is_ok() {}
    while writer.write(b"x").is_ok() {}
    // The flag is shared with the command.
    ioctl_fionbio(&writer, false).unwrap();
    (reader, writer)
}

/// Starts a command that cannot finish because it prints, waits until the names in the folder
/// `work` satisfy `condition`, and sends the signal.
fn interrupted(
    folder: &Folder,
    command: &mut Command,
    signal: &str,
    condition: impl Fn(&[String]) -> bool,
) -> Run {
    let (_reader, stdout) = full_pipe();
    interrupted_that_prints_to(stdout.into(), folder, command, signal, condition)
}

/// The same with another standard output, for a command that cannot finish anyway.
fn interrupted_that_prints_to(
    stdout: Stdio,
    folder: &Folder,
    command: &mut Command,
    signal: &str,
    condition: impl Fn(&[String]) -> bool,
) -> Run {
    let mut child = command.stdout(stdout).stderr(Stdio::piped()).spawn().unwrap();
    while !condition(&names_in_work(folder)) {
        assert_eq!(child.try_wait().unwrap(), None, "it ended by itself");
        thread::yield_now();
    }
    folder.shell(&format!("kill -{signal} {}", child.id())).ends_with(0);
    folder.run_of(&child.wait_with_output().unwrap()).ends_with(130)
}

/// Returns the names in the folder `work`, which may not exist yet.
fn names_in_work(folder: &Folder) -> Vec<String> {
    let entries = fs::read_dir(folder.path("work")).into_iter().flatten().flatten();
    entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

#[test]
fn ctrl_c_while_cases_are_made_leaves_whole_files_only() {
    for signal in ["INT", "TERM"] {
        let folder = Folder::new();
        folder.write("mine.toml", recipe(1000, 2000));
        let generate = ["generate", "mine.toml", "--out", "work", "--jobs", "2"];
        let run = interrupted(&folder, folder.command(REFEREE).args(generate), signal, |names| {
            names.iter().any(|name| name.ends_with(".in"))
        });
        run.says("of 1000 cases; the finished cases are on disk, each complete\n")
            .says("help: run the same command to make the others\n");
        assert_eq!(folder.left_over(), [""; 0]);
        for (name, bytes) in folder.files() {
            if name.extension().is_some_and(|extension| extension == "in") {
                let lines = bytes.iter().filter(|&&byte| byte == b'\n').count();
                assert_eq!(lines, 2003, "{}", name.display());
            }
        }
        // The same command continues where the first one stopped.
        let only = [&generate[..], &["--only", "big-000*"]].concat();
        folder.referee(&only).ends_with(0);
    }
}

#[test]
fn ctrl_c_ends_an_evaluation_without_a_trace() {
    let folder = Folder::new();
    fs::create_dir(folder.path("work")).unwrap();
    // The file is complete before anything is printed. This method would take minutes on any
    // machine.
    let slow = ["evaluate", "subtraction-game", "--nim", "--method", "dp", "--upto", "2^26"];
    let mut command = folder.command(REFEREE);
    command.args(slow).args(["--positions", "work/values"]);
    let run = interrupted(&folder, &mut command, "INT", |names| !names.is_empty());
    run.says("interrupted: evaluating ").says(" %\n");
    assert_eq!(folder.names(), [""; 0]);
}

#[test]
fn ctrl_c_between_stretches_says_that_they_are_kept() {
    let folder = Folder::new();
    fs::create_dir(folder.path("work")).unwrap();
    let mut command = folder.command(REFEREE);
    command.args(["evaluate", "subtraction-game", "--upto", "2^40", "--stretches", "work/cold"]);
    let run =
        interrupted(&folder, &mut command, "INT", |names| names.iter().any(|name| name == "cold"));
    run.says("interrupted: evaluating 0 %; each whole stretch is kept in work/cold\n")
        .says("help: run the same command to continue\n");
}

#[test]
fn ctrl_c_while_answers_are_replaced_leaves_old_or_new_ones() {
    let folder = Folder::new();
    folder.write("problem.toml", "format = 1\nproblem = \"infinity-war\"\n");
    for number in 0..3000 {
        folder.write(format!("work/{number:04}.in"), BOB);
        folder.write(format!("work/{number:04}.ans"), "old\n");
    }
    let solve = ["solve", "work", "--force", "--jobs", "2"];
    let first = folder.path("work/0000.ans");
    let run = interrupted(&folder, folder.command(REFEREE).args(solve), "HUP", |_| {
        fs::read(&first).is_ok_and(|answer| answer == b"Bob wins\n")
    });
    run.says("of 3000 cases; the finished answers are on disk, each complete\n");
    assert_eq!(folder.left_over(), [""; 0]);
    for number in 0..3000 {
        let answer = folder.read(format!("work/{number:04}.ans"));
        assert!(answer == "old\n" || answer == "Bob wins\n", "{answer:?}");
    }
}

#[test]
fn ctrl_c_while_outputs_are_judged_leaves_no_report() {
    let folder = Folder::with_outputs();
    folder.write("work/old.csv", "mine");
    let mut command = folder.command(REFEREE);
    command.args(["check", "cases", "outputs", "--force", "--report=csv=work/old.csv"]);
    // This report is printed as it grows, so the other one cannot be finished earlier.
    let run = interrupted(&folder, command.arg("--report=jsonl"), "INT", |names| {
        names.iter().any(|name| name.starts_with(".referee-"))
    });
    run.says(" outputs\n")
        .says("note: incomplete: work/old.csv (not written), jsonl on standard output\n");
    assert_eq!(names_in_work(&folder), ["old.csv"]);
    assert_eq!(folder.read("work/old.csv"), "mine");
}

#[test]
fn ctrl_c_while_a_submission_runs_leaves_nothing_of_it() {
    let folder = Folder::with_cases();
    let languages =
        "format = 1\n[[language]]\nname = 'shell'\nendings = ['sh']\nrun = ['sh', '{main}']\n";
    folder.write("languages.toml", languages);
    folder.write("endless.sh", "while :; do :; done\n");
    fs::create_dir(folder.path("work")).unwrap();
    let mut command = folder.command(REFEREE);
    command.args(["judge", "cases", "endless.sh", "--languages", "languages.toml"]);
    command.args(["--time-limit", "600"]).env("TMPDIR", folder.path("work"));
    // The report of the results so far would block on a full pipe.
    let run = interrupted_that_prints_to(Stdio::piped(), &folder, &mut command, "INT", |names| {
        names.iter().any(|name| name.starts_with("referee-"))
    });
    assert!(run.stdout.contains("INCOMPLETE"), "{}", run.stdout);
    assert_eq!(names_in_work(&folder), [""; 0]);
}

/// Temporary files of a killed run are removed by the next run; those of a living run are not.
#[test]
fn what_a_killed_run_leaves_behind_is_removed_by_the_next() {
    let folder = Folder::with_cases();
    let languages =
        "format = 1\n[[language]]\nname = 'shell'\nendings = ['sh']\nrun = ['sh', '{main}']\n";
    folder.write("languages.toml", languages);
    folder.write("endless.sh", "while :; do :; done\n");
    folder.write("quick.sh", "echo Bob wins\n");
    fs::create_dir(folder.path("work")).unwrap();
    // A folder with a similar name that is not ours.
    folder.write("work/referee-course/grades", "mine");
    let judge = |program: &str| {
        let mut judge = folder.command(REFEREE);
        judge.args(["judge", "cases", program, "--languages", "languages.toml", "--record", "off"]);
        judge.args(["--time-limit", "600", "--jobs", "1"]).env("TMPDIR", folder.path("work"));
        judge.stdout(Stdio::null()).stderr(Stdio::null());
        judge
    };
    let temporary = || {
        let mut names = names_in_work(&folder);
        names.retain(|name| name != "referee-course");
        names
    };
    let begin = |count: usize| {
        let child = judge("endless.sh").spawn().unwrap();
        let copied = |name: &String| {
            let walk = walkdir::WalkDir::new(folder.path("work").join(name)).into_iter();
            walk.flatten().any(|entry| entry.file_name() == "main.sh")
        };
        while temporary().iter().filter(|name| copied(name)).count() < count {
            thread::yield_now();
        }
        child
    };
    let mut alive = begin(1);
    let its_own = temporary();
    let mut killed = begin(2);
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert_eq!(temporary().len(), 2);
    // On a busy machine the removal may not finish before the next run ends; a later run then
    // completes it.
    let judge_until = |count: usize| {
        while temporary().len() > count {
            assert_eq!(judge("quick.sh").status().unwrap().code(), Some(1));
        }
    };
    judge_until(1);
    assert_eq!(temporary(), its_own);
    alive.kill().unwrap();
    alive.wait().unwrap();
    judge_until(0);
    assert_eq!(folder.read("work/referee-course/grades"), "mine");
}
