//! `referee judge` against programs that misbehave. They lie in `tests/misbehaving/`: a folder for each misdeed, below it
//! a folder with the verdict that must come of it, in that the same misdeed in several languages.
//!
//! A program that would gain by its misdeed prints the right answer when it succeeds, and so would be caught not being
//! wrong; one that is to be hindered prints the right answer only if it was. The answer of every case is the same, so that
//! no program has to read its input. What programs attack is told to them by variables: `ANSWER`, `SUBMISSIONS`, `HOST`
//! (paths), `VICTIM` (a process), `PORT` (where the answer can be asked for). All of them have a `MARK`, which
//! whatever they start inherits, and by which it is found if it lives on.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::Write;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Mutex, MutexGuard};

use serde_json::Value;
use tempfile::TempDir;

const PROGRAMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/misbehaving");

/// The misdeeds that leave their neighbours no time until they are stopped.
const BOMBS: [&str; 2] = ["fork-bomb", "thread-bomb"];

/// The folders of those whose time is to be up, or may be. All others have so much time that a busy machine does not matter.
const LATE: [&str; 2] = ["time_limit_exceeded", "brute_force"];

/// Where programs are handed in, how many of them are judged at a time, and their seconds.
const SHELVES: [(&str, u32, &str); 4] =
    [("others", 2, PLENTY), ("late", 2, "1"), ("bombs/others", 1, PLENTY), ("bombs/late", 1, "1")];
const PLENTY: &str = "20";

/// One test at a time: what the programs of one do to the machine, those of another would feel.
static MACHINE: Mutex<()> = Mutex::new(());

/// Alice on (1,1) captures Bob on (2,2) with the move (1,1).
const INPUT: &str = "3\n1 1\n2 2\n1 1\n0 1\n-1 0\n";
const ANSWER: &str = "Alice wins\n";

/// The languages in which programs are, and what they need besides what all programs are told.
const LANGUAGES: [(&str, &str); 6] = [
    ("c", ""),
    ("cpp", ""),
    ("rust", "'RUSTUP_HOME=~/.rustup',"),
    ("python", ""),
    ("java", ""),
    ("javascript", ""),
];

/// The endings of their files.
const ENDINGS: [&str; 6] = ["c", "cpp", "rs", "py", "java", "js"];

/// Runs a command where namespaces cannot be made, as a user who is not root.
const WITHOUT_NAMESPACES: [&str; 7] = [
    "unshare",
    "--user",
    "--map-user=1000",
    "--keep-caps",
    "sh",
    "-c",
    "echo 0 > /proc/sys/user/max_user_namespaces && exec setpriv --ambient-caps=-all \"$0\" \"$@\"",
];

/// What does not hold without namespaces; docs/sandbox.md says so.
const NOT_HELD_WITHOUT_NAMESPACES: [&str; 2] = ["temporary-fill/", "modes-changed/"];

/// All that programs could harm, and the folder in which it lies.
struct Scene {
    folder: TempDir,
    victim: Child,
    mark: String,
    _machine: MutexGuard<'static, ()>,
}

impl Scene {
    fn new(name: &str) -> Scene {
        let machine = MACHINE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let folder = tempfile::tempdir().unwrap();
        open(folder.path());
        let mark = format!("MARK=misbehaving-{name}-{}", std::process::id());
        let victim = Command::new("cat")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .expect("there is a victim");
        let scene = Scene { folder, victim, mark, _machine: machine };
        scene.write("cases/problem.toml", "format = 1\nproblem = \"infinity-war\"\n");
        // What a first run leaves behind, a second would find.
        for case in ["sample/1", "secret/2"] {
            scene.write(&format!("cases/{case}.in"), INPUT);
            scene.write(&format!("cases/{case}.ans"), ANSWER);
        }
        scene.write("host/kept", "kept");
        fs::create_dir(scene.path("temporary")).unwrap();
        open(&scene.path("temporary"));
        scene.write("languages.toml", &scene.languages());
        scene
    }

    fn languages(&self) -> String {
        let told = [
            self.mark.clone(),
            format!("ANSWER={}", self.path("cases/sample/1.ans").display()),
            format!("SUBMISSIONS={}", self.path("others").display()),
            format!("HOST={}", self.path("host").display()),
            format!("VICTIM={}", self.victim.id()),
            format!("PORT={}", answers_on_the_network()),
        ];
        let told = told.map(|variable| format!("'{variable}'")).join(", ");
        let language = |(name, more)| {
            format!("[[language]]\nname = '{name}'\nenvironment = [{more} {told}]\n")
        };
        format!("format = 1\n{}", LANGUAGES.map(language).concat())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Copies the programs of some languages to the shelves.
    fn hand_in(&self, endings: &[&str]) -> usize {
        let files = walkdir::WalkDir::new(PROGRAMS).into_iter().map(Result::unwrap);
        let mut count = 0;
        for file in files.filter(|entry| entry.file_type().is_file()) {
            let ending = file.path().extension().and_then(|ending| ending.to_str()).unwrap();
            assert!(ENDINGS.contains(&ending), "{}", file.path().display());
            if endings.contains(&ending) {
                let name = file.path().strip_prefix(PROGRAMS).unwrap().to_str().unwrap();
                let is_bomb = BOMBS.iter().any(|bomb| name.starts_with(bomb));
                let is_late = name.split('/').any(|folder| LATE.contains(&folder));
                let shelf = match (is_bomb, is_late) {
                    (false, false) => "others",
                    (false, true) => "late",
                    (true, false) => "bombs/others",
                    (true, true) => "bombs/late",
                };
                self.write(&format!("{shelf}/{name}"), &fs::read_to_string(file.path()).unwrap());
                count += 1;
            }
        }
        count
    }

    /// Judges what was handed in, by a command that starts with `before`. Once a program has failed, it is run no more:
    /// one that waits for the clock costs its time once, one that is accepted has run on all cases.
    fn judge(&self, before: &[&str], submissions: &[&str], more: &[&str]) -> Output {
        let mut words = before.iter().copied().chain([env!("CARGO_BIN_EXE_referee")]);
        let mut command = Command::new(words.next().expect("there is one"));
        command.args(words).args(["judge", "cases"]).args(submissions);
        command.args(["--languages", "languages.toml", "--report", "jsonl=events.jsonl"]);
        command.args(["--report", "human", "--force", "--memory", "256", "--output", "1"]);
        command.args(more);
        command.current_dir(self.folder.path()).env("TMPDIR", self.path("temporary"));
        command.output().expect("it runs")
    }

    /// The last events of all submissions.
    fn submissions(&self) -> Vec<Value> {
        let events = fs::read_to_string(self.path("events.jsonl")).unwrap();
        let events = events.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        events.filter(|event| event["event"] == "submission").collect()
    }

    /// Asserts that nothing but what may have changed has.
    fn is_unharmed(&mut self) {
        assert_eq!(self.victim.try_wait().unwrap(), None, "the victim is dead");
        assert_eq!(living_with(&self.mark), Vec::<PathBuf>::new(), "something lives on");
        for folder in ["temporary", "host"] {
            let left = fs::read_dir(self.path(folder)).unwrap().flatten();
            let left: Vec<_> = left.map(|entry| entry.file_name()).collect();
            let kept = if folder == "host" { &["kept"][..] } else { &[] };
            assert_eq!(left, kept, "in {folder}");
        }
        for case in ["cases/sample/1", "cases/secret/2"] {
            assert_eq!(fs::read_to_string(self.path(&format!("{case}.in"))).unwrap(), INPUT);
            assert_eq!(fs::read_to_string(self.path(&format!("{case}.ans"))).unwrap(), ANSWER);
        }
    }
}

impl Drop for Scene {
    fn drop(&mut self) {
        let _ = self.victim.kill();
        let _ = self.victim.wait();
    }
}

/// Lets every user enter a folder: programs may run as another.
fn open(folder: &Path) {
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).unwrap();
}

/// Tells the answer to everybody who connects, and says where.
fn answers_on_the_network() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for mut connection in listener.incoming().flatten() {
            let _ = connection.write_all(ANSWER.as_bytes());
        }
    });
    port
}

/// The processes that have this variable.
fn living_with(variable: &str) -> Vec<PathBuf> {
    let has_it = |process: &PathBuf| {
        let variables = fs::read(process.join("environ")).unwrap_or_default();
        variables.split(|&byte| byte == 0).any(|part| part == variable.as_bytes())
    };
    let processes = fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path());
    processes.filter(has_it).collect()
}

/// Judges all programs of some languages and asserts that all but `exempt` are as expected, and that nothing is left of
/// any.
fn judge_all(mut scene: Scene, before: &[&str], endings: &[&str], exempt: &[&str]) {
    let handed_in = scene.hand_in(endings);
    let mut judged = 0;
    for (shelf, jobs, time) in SHELVES {
        if !scene.path(shelf).exists() {
            continue;
        }
        let more = ["--jobs", &jobs.to_string(), "--time", time];
        let output = scene.judge(before, &[shelf], &more);
        let report = String::from_utf8(output.stdout).unwrap();
        for submission in scene.submissions() {
            judged += 1;
            let name = submission["contestant"].as_str().unwrap();
            match submission["met"].as_str().unwrap() {
                "as-expected" => {}
                "not-judged" => {
                    let why = submission["message"].as_str().unwrap();
                    assert!(why.contains("is not installed"), "{name}: {why}");
                    println!("not judged: {name}: {why}");
                }
                _ if exempt.iter().any(|misdeed| name.starts_with(misdeed)) => {
                    println!("not held: {name}");
                }
                other => panic!("{name} is {other}:\n{report}"),
            }
        }
        assert!(!report.contains('\x1b'), "{report}");
    }
    assert_eq!(judged, handed_in);
    scene.is_unharmed();
}

#[test]
fn all_layers_together_hold() {
    let scene = Scene::new("all");
    scene.write("probe/probe.py", "");
    let probe = scene.judge(&[], &["probe/probe.py"], &[]);
    let exempt = match String::from_utf8(probe.stdout).unwrap().contains("isolated by namespaces") {
        true => &[][..],
        false => &NOT_HELD_WITHOUT_NAMESPACES,
    };
    judge_all(scene, &[], &ENDINGS, exempt);
}

#[test]
fn without_namespaces_the_others_hold() {
    let [command, arguments @ ..] = WITHOUT_NAMESPACES;
    let probe = Command::new(command).args(arguments).arg("true").status();
    if !probe.is_ok_and(|status| status.success()) {
        return println!("SKIPPED: namespaces cannot be forbidden here");
    }
    let scene = Scene::new("without");
    // The layers do not ask for the language; these cost the least time.
    judge_all(scene, &WITHOUT_NAMESPACES, &["c", "py", "rs"], &NOT_HELD_WITHOUT_NAMESPACES);
}

/// Misdeeds that do no harm to others succeed where nothing hinders them: else it would prove nothing that they fail.
#[test]
fn without_isolation_misdeeds_pay() {
    let mut scene = Scene::new("off");
    scene.hand_in(&["c", "py"]);
    let thieves = [
        "others/answer-by-path/wrong_answer/steal.c",
        "others/another-submission/wrong_answer/read.py",
        "others/network/wrong_answer/ask.py",
    ];
    let output = scene.judge(&[], &thieves, &["--isolation", "off", "--time", PLENTY]);
    let report = String::from_utf8(output.stdout).unwrap();
    let submissions = scene.submissions();
    assert_eq!(submissions.len(), thieves.len());
    for submission in submissions {
        assert_eq!(submission["met"], "not-caught", "{report}");
    }
    scene.is_unharmed();
    // What lives on would be found.
    let (name, value) = scene.mark.split_once('=').unwrap();
    let mut command = Command::new("cat");
    let mut alive = command.env(name, value).stdin(Stdio::piped()).spawn().unwrap();
    assert_eq!(living_with(&scene.mark).len(), 1);
    alive.kill().unwrap();
    alive.wait().unwrap();
}

#[test]
fn nobodys_terminal_sees_escapes() {
    let scene = Scene::new("escapes");
    // Handed in where all are expected to be accepted, so that the report says all about how they fail.
    let programs = ["wrong_answer/paint.c", "wrong_answer/paint.py", "compile_error/quoted.c"];
    let shelf = programs.map(|name| format!("unexpected/{}", name.replace('/', "-")));
    for (program, name) in programs.iter().zip(&shelf) {
        let path = Path::new(PROGRAMS).join("terminal-escapes").join(program);
        scene.write(name, &fs::read_to_string(path).unwrap());
    }
    let more = ["--time", PLENTY, "--report", "junit=junit.xml", "--report", "csv=rows.csv"];
    let output = scene.judge(&[], &shelf.each_ref().map(String::as_str), &more);
    assert_eq!(output.status.code(), Some(1));
    let read = |name| fs::read(scene.path(name)).unwrap();
    let written = ["events.jsonl", "junit.xml", "rows.csv"].map(read);
    for report in [output.stdout, output.stderr].into_iter().chain(written) {
        let report = String::from_utf8(report).unwrap();
        assert!(!report.contains(['\x1b', '\x07', '\u{9b}', '\u{202e}']), "{report}");
    }
}
