//! Grades depend neither on file permissions nor on the caller: root, whose programs run as another
//! user, gets the same result as any other user; closed files give the same as open ones, packed
//! the same as unpacked.

use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use serde_json::Value;

use crate::executables::write_executable;
use crate::packages::NEW;
use crate::support::{Folder, REFEREE, Run, skip};

/// A language that is interpreted, and one that is compiled.
const LANGUAGES: &str = "format = 1\n\
    [[language]]\nname = 'shell'\nendings = ['sh']\nrun = ['sh', '{main}']\n\
    [[language]]\nname = 'checked'\nendings = ['chk']\n\
    compile = ['sh', '-c', 'sh -n {main} && cp {main} {program}']\nrun = ['sh', '{program}']\n";

/// Needs a file that the package includes, and a file of the case in its working folder.
const TWICE: &str = "read n\nread factor < \"$(dirname \"$0\")/factor.txt\"\n\
    [ -f offset.txt ] && read offset < offset.txt\necho $((factor * n + ${offset:-0}))\n";

/// Exits with 43 if it cannot read a file.
const VALIDATOR: &str = "answer=$(cat \"$2\") && read n < \"$1\" && [ \"$n\" ] && read output && \
    [ \"$output\" = \"$answer\" ] && exit 42\nexit 43\n";

/// Exits with 2, which is a verdict, if it cannot read a file.
const CHECKER: &str = "read n < \"$1\" && output=$(cat \"$2\") && answer=$(cat \"$3\") || exit 2\n\
    [ \"$output\" = \"$answer\" ]\n";

/// A user other than root.
const USER: &str = "60001";

/// Runs a command as that user.
const AS_USER: &str = "exec setpriv --reuid 60001 --regid 60001 --clear-groups \"$0\" \"$@\"";

/// Runs a command as root where no namespaces can be made: in a chroot.
const IN_A_ROOM: &str = "mount --rbind / root && exec chroot root sh -c 'cd \"$0\" && exec \"$@\"' \
    \"$PWD\" \"$0\" \"$@\"";

/// Runs a command as a user other than root where no namespaces can be made.
const FORBIDDEN: &str = "echo 0 > /proc/sys/user/max_user_namespaces && \
    exec setpriv --ambient-caps=-all \"$0\" \"$@\"";

/// A caller of the program.
struct Caller {
    name: &'static str,
    /// The words before the command.
    before: Vec<&'static str>,
    /// The owner of the files, if it is not the user who runs the test.
    owner: Option<&'static str>,
}

fn callers() -> Vec<Caller> {
    let room = ["unshare", "--mount", "sh", "-c", IN_A_ROOM];
    let user = ["sh", "-c", AS_USER];
    let forbidden = ["unshare", "--user", "--map-user=1000", "--keep-caps", "sh", "-c", FORBIDDEN];
    let caller = |name, before: &[&'static str], owner| {
        let before = before.to_vec();
        Caller { name, before, owner }
    };
    let mut callers = vec![caller("whoever runs the test", &[], None)];
    if rustix::process::geteuid().is_root() {
        callers.push(caller("root without namespaces", &room, None));
        callers.push(caller("root, of files of a user", &[], Some(USER)));
        callers.push(caller("a user", &user, Some(USER)));
        callers.push(caller("a user without namespaces", &[&room[..], &user].concat(), Some(USER)));
    } else {
        callers.push(caller("a user without namespaces", &forbidden, None));
    }
    callers
}

/// A package and a custom problem, with submissions in files and folders.
fn scene() -> Folder {
    let folder = Folder::new();
    fs::create_dir_all(folder.path("bin")).unwrap();
    write_executable(&folder.path("bin/referee"), fs::read(REFEREE).unwrap());
    for folder_of in ["root", "temporary"] {
        fs::create_dir(folder.path(folder_of)).unwrap();
    }
    let large = "\n".repeat(300_000);
    for (name, text) in [
        ("referee.toml", LANGUAGES),
        ("twice/problem.yaml", NEW),
        ("twice/statement/problem.en.md", "Twice.\n"),
        ("twice/input_validators/any.sh", "cat > /dev/null\nexit 42\n"),
        ("twice/output_validator/check.sh", VALIDATOR),
        ("twice/include/default/factor.txt", "2\n"),
        ("twice/data/sample/1.in", "2\n"),
        ("twice/data/sample/1.ans", "4\n"),
        ("twice/data/secret/2.in", "50\n"),
        ("twice/data/secret/2.ans", "107\n"),
        ("twice/data/secret/2.files/offset.txt", "7\n"),
        ("twice/data/secret/3.in", &format!("1{large}")),
        ("twice/data/secret/3.ans", &format!("2{large}")),
        (
            "own/problem.toml",
            "format = 1\nname = \"own\"\ncases = \"data\"\n\
            [checker]\ncommand = ['check.sh']\nprotocol = 'testlib'\n",
        ),
        ("own/check.sh", CHECKER),
        ("own/data/1.in", &format!("2{large}")),
        ("own/data/1.ans", &format!("4{large}")),
    ] {
        folder.write(name, text);
    }
    for (problem, twice) in [("twice", TWICE), ("own", "read n\necho $((2 * n))\n")] {
        let part = twice.replacen("echo", ". \"$(dirname \"$0\")/lib/part.sh\"\necho", 1);
        for (name, text) in [
            ("accepted/twice.sh", twice),
            ("accepted/twice.chk", twice),
            ("accepted/parts/main.sh", &part.replace("$((", "$((part - 1 + ")),
            ("accepted/parts/lib/part.sh", "part=1\n"),
            ("wrong_answer/same.sh", "cat\n"),
            ("compile_error/open.chk", "echo 'open\n"),
        ] {
            folder.write(format!("{problem}/submissions/{name}"), text);
        }
        let packed = File::create(folder.path(format!("{problem}.tar"))).unwrap();
        let mut packed = tar::Builder::new(packed);
        packed.append_dir_all("", folder.path(format!("{problem}/submissions"))).unwrap();
        packed.finish().unwrap();
    }
    let mut packed = tar::Builder::new(File::create(folder.path("packed.tar")).unwrap());
    packed.append_dir_all("twice", folder.path("twice")).unwrap();
    packed.finish().unwrap();
    folder
}

/// Closes all files to other users, or opens them.
fn set_modes(folder: &Folder, is_open: bool) {
    let (file, below) = if is_open { ("a+rX", "0755") } else { ("go-rwx", "0700") };
    let top = folder.path("");
    assert!(Command::new("chmod").args(["-R", file]).arg(&top).status().unwrap().success());
    fs::set_permissions(&top, fs::Permissions::from_mode(u32::from_str_radix(below, 8).unwrap()))
        .unwrap();
}

fn give(folder: &Folder, user: &str) {
    let done = Command::new("chown").args(["-hR", user]).arg(folder.path("")).status();
    assert!(done.unwrap().success());
}

/// Judges a problem, and returns the run and the result of each submission.
fn grades(
    folder: &Folder,
    before: &[&str],
    problem: &str,
    submissions: &str,
) -> (Run, Vec<String>) {
    let umask = ["sh", "-c", "umask 077 && exec \"$0\" \"$@\"", "bin/referee", "judge", problem];
    let more = [submissions, "--record", "off", "--time-limit", "20", "--report", "human"];
    let reports = ["--report", "jsonl=events.jsonl", "--force", "--languages", "referee.toml"];
    let words = [before, &umask, &more, &reports].concat();
    let mut command = folder.command(words[0]);
    command.args(&words[1..]).env("TMPDIR", folder.path("temporary"));
    let run = folder.run_of(&command.output().unwrap());
    let _ = fs::rename(folder.path("events.jsonl"), folder.path("events.old"));
    let events = fs::read_to_string(folder.path("events.old")).unwrap_or_default();
    let _ = fs::remove_file(folder.path("events.old"));
    let events = events.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let ends = events.filter(|event| event["event"] == "submission");
    let mut grades: Vec<String> =
        ends.map(|end| format!("{} {}", end["contestant"], end["verdict"])).collect();
    grades.sort();
    (run, grades)
}

#[test]
fn closed_files_give_the_same_grades_as_open_ones() {
    let folder = scene();
    let expected = [
        r#""accepted/parts" "AC""#,
        r#""accepted/twice.chk" "AC""#,
        r#""accepted/twice.sh" "AC""#,
        r#""compile_error/open.chk" "CE""#,
        r#""wrong_answer/same.sh" "WA""#,
    ];
    set_modes(&folder, true);
    for Caller { name: caller, before, owner } in callers() {
        if let Some(owner) = owner {
            give(&folder, owner);
        }
        if !before.is_empty() {
            let words = [&before[..], &["true"]].concat();
            let tried = folder.command(words[0]).args(&words[1..]).output();
            if !tried.is_ok_and(|tried| tried.status.success()) {
                skip("permissions", &format!("{caller} cannot be had here"));
                continue;
            }
        }
        for (problem, submissions) in [
            ("twice", "twice/submissions"),
            ("twice", "twice.tar"),
            ("packed.tar", "twice.tar"),
            ("own", "own/submissions"),
            ("own", "own.tar"),
        ] {
            let (run, grades) = grades(&folder, &before, problem, submissions);
            assert_eq!(grades, expected, "{caller}, {submissions}\n{run}");
            assert_eq!(run.code, Some(0), "{caller}, {submissions}\n{run}");
        }
        set_modes(&folder, false);
    }
    let left = fs::read_dir(folder.path("temporary")).unwrap().count();
    assert_eq!(left, 0, "something is left");
}

/// A program of the system gets a copy of its files, so that it can read them as any user.
#[test]
fn a_command_reads_its_files_though_only_their_owner_may() {
    let folder = scene();
    folder.write(
        "own/problem.toml",
        "format = 1\nname = \"own\"\ncases = \"data\"\n\
         [checker]\ncommand = ['sh', '{folder}/check.sh']\nprotocol = 'testlib'\n",
    );
    set_modes(&folder, true);
    let (run, open) = grades(&folder, &[], "own", "own/submissions");
    assert_eq!(run.code, Some(0), "{run}");
    set_modes(&folder, false);
    let (run, closed) = grades(&folder, &[], "own", "own/submissions");
    assert_eq!((run.code, &closed), (Some(0), &open), "{run}");
}

#[test]
fn what_cannot_be_read_or_started_is_a_judge_error() {
    let folder = scene();
    folder.write("interpreter", "#!/bin/sh\necho 4\n");
    let interpreter = folder.path("interpreter");
    folder.write(
        "referee.toml",
        format!(
            "{LANGUAGES}[[language]]\nname = 'x'\nendings = ['x']\nrun = ['{}', '{{main}}']\n",
            interpreter.display()
        ),
    );
    folder.write("x/started.x", "");
    set_modes(&folder, true);
    let (run, grades_of_x) = grades(&folder, &[], "own", "x");
    assert_eq!(grades_of_x, [r#""x" null"#], "{run}");
    run.ends_with(3).says("cannot start");
    if rustix::process::geteuid().is_root() {
        return skip("permissions", "root can read all files");
    }
    let path = folder.path("own/submissions/accepted/twice.sh");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).unwrap();
    let (run, grades) = grades(&folder, &[], "own", "own/submissions");
    assert!(grades.contains(&r#""accepted/twice.sh" null"#.to_string()), "{run}");
}

#[test]
fn a_low_limit_of_the_caller_is_a_judge_error_and_no_missing_compiler() {
    let folder = scene();
    let judge = ["judge", "own", "own/submissions/accepted", "--expect", "nothing"];
    // Root would raise the limit.
    let mut command = if rustix::process::geteuid().is_root() {
        let mut command = folder.command("setpriv");
        let without = ["--bounding-set=-sys_resource", "--inh-caps=-sys_resource"];
        command.args(without).arg("prlimit");
        command
    } else {
        folder.command("prlimit")
    };
    let output = command.arg("--cpu=5").arg(REFEREE).args(judge).output().unwrap();
    let run = folder.run_of(&output).ends_with(3);
    let run = run.says("the judge was started under a limit of 5 s on CPU time").says("ulimit -Ht");
    assert!(!run.to_string().contains("not installed"), "{run}");
    // None of it was recorded.
    let again = folder.referee(&judge).ends_with(0);
    assert!(!again.stdout.contains("kept from earlier"), "{again}");
    folder.referee(&judge).ends_with(0).says("kept from earlier");
}

#[test]
fn root_of_another_group_is_isolated_as_root_is() {
    if !rustix::process::geteuid().is_root() {
        return skip("permissions", "only root has another group without asking");
    }
    let folder = Folder::new();
    let isolation = |command: &mut Command| {
        let output = command.args([REFEREE, "doctor", "--languages", "rust.toml"]).output();
        let run = folder.run_of(&output.unwrap()).ends_with(0);
        run.stdout.split("\n\n").nth(1).unwrap().to_string()
    };
    let here = folder.doctor(&[]);
    let mut other = folder.command("setpriv");
    let other = isolation(other.args(["--regid", "4242", "--clear-groups"]));
    assert!(other.starts_with("isolation") && here.stdout.contains(&other), "{other}\n{here}");
}
