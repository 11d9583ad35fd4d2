//! `referee judge` against programs that misbehave, in every environment where it may have to run
//! them.
//!
//! The programs are in `tests/misbehaving/`: a folder for each attack, in it a folder named after
//! the required verdict with the same attack in several languages, and `about.txt`: one sentence on
//! what is attacked, then a line for each environment in which it is not promised to fail, with the
//! reason. The table in docs/sandbox.md is made from these files, which the tests here verify;
//! `UPDATE_DOCS=1 cargo test --test misbehaving` rewrites it.
//!
//! A program that would gain from its attack prints the right answer if it succeeds, and so is
//! noticed by not being wrong; a program that must be blocked prints the right answer only if it
//! was. The answer is the same for every case, so programs need not read their input. Variables
//! name the targets: `ANSWER`, `SUBMISSIONS`, `HOST` (paths), `VICTIM` (a process), `PORT` (where
//! the answer can be requested), `BUILDS` (where programs are built), `SOCKET` (one of the host).
//! All programs have a `MARK`, which their child processes inherit, and which identifies survivors.

mod environments;
mod executables;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixDatagram;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::{LazyLock, Mutex, MutexGuard};

use environments::{ENVIRONMENTS, Environment};
use executables::{REFEREE, write_executable};
use referee_programs::language::Languages;
use referee_programs::places::Places;
use serde_json::Value;
use tempfile::TempDir;

const PROGRAMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/misbehaving");
const DOCS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/sandbox.md");

/// The attacks that leave other programs no time until they are stopped.
const BOMBS: [&str; 2] = ["fork-bomb", "thread-bomb"];

/// The attacks that only wait until the clock ends them.
const SLEEPERS: [&str; 2] = ["self-stop", "sleeping"];

/// The folders of programs whose time must, or may, run out. All others have so much time that a
/// busy machine does not matter.
const LATE: [&str; 2] = ["time_limit_exceeded", "brute_force"];

/// The folders of submissions, how many are judged at a time, and the limits in seconds: of CPU
/// time, and on the clock.
const SHELVES: [(&str, u32, [&str; 2]); 5] = [
    ("others", 2, [PLENTY, "41"]),
    ("late", 2, LATE_SECONDS),
    ("sleepers", 4, ["1", "0.5"]),
    ("bombs/others", 1, [PLENTY, "41"]),
    ("bombs/late", 1, LATE_SECONDS),
];
const PLENTY: &str = "20";
/// The shortest limits that show in every language that a program is late.
const LATE_SECONDS: [&str; 2] = ["1", "1.5"];
/// The same for prepared programs, which all start quickly.
const LATE_SECONDS_PREPARED: [&str; 2] = ["0.5", "0.75"];

/// One test at a time, since the programs of one test affect the whole machine.
static MACHINE: Mutex<()> = Mutex::new(());

/// Alice at (1,1) captures Bob at (2,2) with the move (1,1).
const INPUT: &str = "3\n1 1\n2 2\n1 1\n0 1\n-1 0\n";
const ANSWER: &str = "Alice wins\n";

/// The languages of the programs, and the variables they need besides those of all programs.
const LANGUAGES: [(&str, &str); 6] = [
    ("c", ""),
    ("cpp", ""),
    ("rust", "'RUSTUP_HOME=~/.rustup',"),
    ("python", ""),
    ("java", ""),
    ("javascript", ""),
];

/// Replacements for all environments but the first: a precompiled program is copied into place, and
/// programs in Python run under CPython without the search for installed packages, which starts in
/// a fifth of the time.
const PREPARED: [(&str, &str); 2] = [
    (
        "built",
        "endings = ['built']\ncompile = ['cp', '{main}', '{program}']\nrun = ['{program}']\n",
    ),
    (
        "python",
        "compile = ['true']\nversion = ['-V']\nrun = ['python3', '-S', '{main}']\n\
         locate = ['-S', '-c', 'import sys; print(sys.executable)']\n",
    ),
];

/// The attacks whose programs the judge compiles in every environment: on compilation itself, on
/// compiled programs, through files beside a program, and one that exists in all compiled
/// languages.
const COMPILED_EVERYWHERE: [&str; 8] = [
    "answer-at-compile-time",
    "answer-by-path",
    "builds-overwritten",
    "letter-by-access-time",
    "letter-by-lock",
    "memory-in-attributes",
    "program-rewritten",
    "terminal-escapes",
];

/// The extensions of their files.
const ENDINGS: [&str; 6] = ["c", "cpp", "rs", "py", "java", "js"];

/// The extensions of the cheapest languages: the isolation layers do not depend on the language.
const CHEAP: [&str; 3] = ["c", "cpp", "py"];

/// One of the folders of `tests/misbehaving`.
struct Attack {
    name: String,
    /// What is attacked.
    about: String,
    /// The environments in which it may succeed, and why.
    not_held: BTreeMap<String, String>,
}

impl Attack {
    /// Returns all attacks, by name.
    fn all() -> BTreeMap<String, Attack> {
        let folders = fs::read_dir(PROGRAMS).unwrap().map(Result::unwrap);
        let names = folders.map(|folder| folder.file_name().into_string().unwrap());
        names.map(|name| (name.clone(), Attack::read(name))).collect()
    }

    fn read(name: String) -> Attack {
        let path = Path::new(PROGRAMS).join(&name).join("about.txt");
        let text = fs::read_to_string(&path);
        let text =
            text.unwrap_or_else(|error| panic!("tests/misbehaving/{name}/about.txt: {error}"));
        let (about, exceptions) = text.split_once("\nnot held in ").unwrap_or((&text, ""));
        let mut not_held = BTreeMap::new();
        for exception in exceptions.split("\nnot held in ").filter(|text| !text.is_empty()) {
            let (environments, reason) = exception.split_once(": ").expect("names, then a reason");
            for environment in environments.split(", ") {
                Environment::named(environment);
                not_held.insert(environment.to_string(), one_line(reason));
            }
        }
        Attack { name, about: one_line(about), not_held }
    }

    /// Returns its programs: the path below `PROGRAMS`, and the extension.
    fn programs(&self) -> Vec<(String, &'static str)> {
        let folder = Path::new(PROGRAMS).join(&self.name);
        let files = walkdir::WalkDir::new(folder).min_depth(2).into_iter().map(Result::unwrap);
        let files = files.filter(|entry| entry.file_type().is_file());
        let program = |file: walkdir::DirEntry| {
            let ending = file.path().extension().and_then(|ending| ending.to_str());
            let known = ENDINGS.into_iter().find(|known| Some(*known) == ending);
            let name = file.path().strip_prefix(PROGRAMS).unwrap().to_str().unwrap();
            (name.to_string(), known.unwrap_or_else(|| panic!("{name} is in no known language")))
        };
        files.map(program).collect()
    }

    /// Returns the programs to judge in an environment: all, or the cheap ones, and only one of
    /// those that wait until their time is up.
    fn programs_for(&self, is_first: bool) -> Vec<String> {
        let mut programs = self.programs();
        programs.retain(|(_, ending)| is_first || CHEAP.contains(ending));
        let mut names: Vec<String> = programs.into_iter().map(|(name, _)| name).collect();
        // In reverse order: a bomb with a certain verdict comes before one that either limit may
        // stop.
        names.sort_by(|a, b| b.cmp(a));
        if !is_first && (names.iter().any(|name| is_late(name)) || is_bomb(&self.name)) {
            names.truncate(1);
        }
        names
    }

    /// Returns the programs that must fail. The first environment tries all languages of an attack;
    /// each other environment tries one of them, in turn.
    fn held_for(&self, environment: &Environment, is_first: bool) -> Vec<String> {
        let names = self.programs_for(is_first);
        if is_first {
            return names;
        }
        let turn = ENVIRONMENTS.iter().position(|other| other.name == environment.name).unwrap();
        let same = names.chunk_by(|a, b| without_language(a) == without_language(b));
        same.map(|programs| programs[turn % programs.len()].clone()).collect()
    }
}

/// Returns the path without the extension, which programs for the same attack in other languages
/// share.
fn without_language(program: &str) -> &str {
    program.rsplit_once('.').unwrap().0
}

/// The attacks in C and C++, compiled once for all environments but the first, with the compile
/// commands of the judge.
static BUILT: LazyLock<BTreeMap<String, Vec<u8>>> = LazyLock::new(|| {
    let attacks = Attack::all().into_values();
    let attacks = attacks.filter(|attack| !COMPILED_EVERYWHERE.contains(&attack.name.as_str()));
    let programs = attacks.flat_map(|attack| attack.programs());
    let compiled = programs.filter(|(_, ending)| ["c", "cpp"].contains(ending));
    compiled.map(|(name, language)| (name.clone(), built(&name, language))).collect()
});

/// Compiles a source with the shipped command of a language, and returns the program.
fn built(source: &str, language: &str) -> Vec<u8> {
    let languages = Languages::shipped();
    let language = languages.of_extension(language).expect("it ships");
    let folder = tempfile::tempdir().unwrap();
    let sources = [format!("source.{}", language.extensions[0])];
    fs::copy(Path::new(PROGRAMS).join(source), folder.path().join(&sources[0])).unwrap();
    let places = |is_static| Places {
        folder: folder.path().to_str().unwrap(),
        sources: &sources,
        is_static,
        ..Places::default()
    };
    // Without libraries for static linking, the judge does not request it.
    let is_built = [true, false].into_iter().any(|is_static| {
        let words = places(is_static).substitute(&language.compile);
        Command::new(&words[0]).args(&words[1..]).output().is_ok_and(|ended| ended.status.success())
    });
    assert!(is_built, "{source} does not compile");
    fs::read(folder.path().join("program")).unwrap()
}

fn is_late(program: &str) -> bool {
    program.split('/').any(|folder| LATE.contains(&folder))
}

fn is_bomb(program: &str) -> bool {
    is_of(&BOMBS, program)
}

fn is_of(attacks: &[&str], program: &str) -> bool {
    attacks.iter().any(|attack| program.starts_with(attack))
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Everything that programs could harm, and its folder.
struct Scene {
    environment: &'static Environment,
    /// Whether it is the first environment that this machine can provide, which tries all
    /// languages.
    is_first: bool,
    folder: TempDir,
    victim: Child,
    mark: String,
    /// How programs are started.
    start: &'static str,
    _socket: UnixDatagram,
    _machine: MutexGuard<'static, ()>,
}

impl Scene {
    /// Returns `None` if the environment cannot be made.
    fn new(environment: &str) -> Option<Scene> {
        let machine = MACHINE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let environment = Environment::named(environment);
        // Not in the temporary folder of the test's user: programs may be allowed to write to it if
        // no namespace hides it, such as /dev/shm.
        let folder = tempfile::tempdir_in("/tmp").unwrap();
        open(folder.path());
        if !environment.is_possible(folder.path()) {
            println!("SKIPPED: this machine cannot be made {}", environment.about);
            return None;
        }
        let mark = format!("MARK=misbehaving-{}-{}", environment.name, std::process::id());
        let mut victim = Command::new("cat");
        if let Some(user) = environment.user() {
            victim.uid(user).gid(user);
        }
        let victim = victim.stdin(Stdio::piped()).stdout(Stdio::null()).spawn();
        let victim = victim.expect("there is a victim");
        let socket = UnixDatagram::bind(folder.path().join("socket")).unwrap();
        let anybody = fs::Permissions::from_mode(0o666);
        fs::set_permissions(folder.path().join("socket"), anybody).unwrap();
        let first = ENVIRONMENTS.iter().find(|other| other.is_possible(folder.path()));
        let is_first = first.is_some_and(|first| first.name == environment.name);
        let (_socket, _machine) = (socket, machine);
        let scene =
            Scene { environment, is_first, folder, victim, mark, start: "cold", _socket, _machine };
        // Another user may not be able to read the build folder.
        let referee = fs::read(REFEREE).unwrap();
        write_executable(&scene.path("referee"), referee);
        scene.write("cases/problem.toml", "format = 1\nproblem = \"infinity-war\"\n");
        // The second run would find files that the first one left.
        for case in ["sample/1", "secret/2"] {
            scene.write(&format!("cases/{case}.in"), INPUT);
            scene.write(&format!("cases/{case}.ans"), ANSWER);
        }
        scene.write("host/kept", "kept");
        fs::create_dir(scene.path("temporary")).unwrap();
        open(&scene.path("temporary"));
        scene.write("languages.toml", scene.languages());
        Some(scene)
    }

    fn languages(&self) -> String {
        let told = [
            self.mark.clone(),
            format!("ANSWER={}", self.path("cases/sample/1.ans").display()),
            format!("SUBMISSIONS={}", self.path("others").display()),
            format!("HOST={}", self.path("host").display()),
            format!("VICTIM={}", self.victim.id()),
            format!("PORT={}", answers_on_the_network()),
            format!("BUILDS={}", self.path("temporary").display()),
            format!("SOCKET={}", self.path("socket").display()),
        ];
        let told = told.map(|variable| format!("'{variable}'")).join(", ");
        let language = |(name, more): (&str, &str)| {
            format!("[[language]]\nname = '{name}'\nenvironment = [{more} {told}]\n")
        };
        let prepared = |(name, keys): (&str, &str)| format!("{}{keys}", language((name, "")));
        let prepared = if self.is_first { String::new() } else { PREPARED.map(prepared).concat() };
        format!("format = 1\n{}{prepared}", LANGUAGES.map(language).concat())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    /// Copies programs to their shelves.
    fn hand_in(&self, programs: &[String]) {
        for name in programs {
            let folder = match (is_bomb(name), is_late(name)) {
                _ if is_of(&SLEEPERS, name) => "sleepers",
                (false, false) => "others",
                (false, true) => "late",
                (true, false) => "bombs/others",
                (true, true) => "bombs/late",
            };
            match BUILT.get(name).filter(|_| !self.is_first) {
                Some(program) => self.write(&format!("{folder}/{name}.built"), program),
                None => {
                    let source = fs::read(Path::new(PROGRAMS).join(name)).unwrap();
                    self.write(&format!("{folder}/{name}"), source);
                }
            }
        }
    }

    /// Judges the submissions. A program stops at its first failure: one that waits for the clock
    /// costs its time once, and one that is accepted has run on all cases.
    fn judge(&self, submissions: &[&str], more: &[&str]) -> Output {
        if let Some(user) = self.environment.user() {
            for entry in walkdir::WalkDir::new(self.folder.path()).into_iter().flatten() {
                std::os::unix::fs::lchown(entry.path(), Some(user), Some(user)).unwrap();
            }
        }
        let program = self.path("referee").display().to_string();
        let mut command = self.environment.command(self.folder.path(), &program);
        command.args(["judge", "cases"]).args(submissions);
        command.args(["--languages", "languages.toml", "--report", "jsonl=events.jsonl"]);
        command.args(["--report", "human", "--force", "--memory", "256", "--output-limit", "1"]);
        command.args(["--start", self.start]).args(more);
        command.env("TMPDIR", self.path("temporary")).env("XDG_CACHE_HOME", self.path("cache"));
        command.current_dir(self.folder.path());
        command.output().expect("it runs")
    }

    /// Judges the programs on all shelves, and returns the end of each with the report that
    /// explains it.
    fn judge_shelves(&self) -> Vec<(Value, String)> {
        let mut judged = Vec::new();
        for (folder, jobs, seconds) in SHELVES {
            if !self.path(folder).exists() {
                continue;
            }
            let is_shorter = !self.is_first && seconds == LATE_SECONDS;
            let [time, wall] = if is_shorter { LATE_SECONDS_PREPARED } else { seconds };
            // No program is close to its limit, so one that is run again alone fails again.
            let jobs = jobs.to_string();
            let limits =
                ["--jobs", &jobs, "--time-limit", time, "--wall-limit", wall, "--recheck", "off"];
            let output = self.judge(&[folder], &limits);
            let report = String::from_utf8(output.stdout).unwrap();
            assert!(!report.contains('\x1b'), "{report}");
            let report = format!("{report}{}", String::from_utf8_lossy(&output.stderr));
            judged.extend(self.submissions().into_iter().map(|event| (event, report.clone())));
        }
        judged
    }

    /// Returns the last events of all submissions.
    fn submissions(&self) -> Vec<Value> {
        let events = fs::read_to_string(self.path("events.jsonl")).unwrap();
        let events = events.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        events.filter(|event| event["event"] == "submission").collect()
    }

    /// Asserts that only what may change has changed.
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
        for folder in ["/tmp", "/var/tmp", "/dev/shm"] {
            let _ = fs::remove_file(Path::new(folder).join("letter-of-referee"));
        }
        let _ = self.victim.kill();
        let _ = self.victim.wait();
    }
}

/// Lets every user enter a folder: programs may run as another user.
fn open(folder: &Path) {
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).unwrap();
}

/// Sends the answer to everyone who connects, and returns the port.
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

/// Returns the processes that have this variable.
fn living_with(variable: &str) -> Vec<PathBuf> {
    let has_it = |process: &PathBuf| {
        let variables = fs::read(process.join("environ")).unwrap_or_default();
        variables.split(|&byte| byte == 0).any(|part| part == variable.as_bytes())
    };
    let processes = fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path());
    processes.filter(has_it).collect()
}

/// Judges the programs of all attacks in an environment, and asserts that those that must fail
/// there do, and that nothing is left of any.
fn attacks_fail_in(environment: &str) {
    let Some(mut scene) = Scene::new(environment) else { return };
    let attacks = Attack::all();
    let (of_scene, is_first) = (scene.environment, scene.is_first);
    let (mut held, mut not_held) = (attacks.values().collect::<Vec<_>>(), Vec::new());
    held.retain(|attack| {
        !attack.not_held.contains_key(environment) || {
            not_held.push(*attack);
            false
        }
    });
    let held = held.into_iter();
    let programs: Vec<String> =
        held.flat_map(|attack| attack.held_for(of_scene, is_first)).collect();
    scene.hand_in(&programs);
    fail_as_expected(&mut scene, &programs);
    drop(scene);
    let not_held = not_held.into_iter();
    let programs: Vec<String> = not_held.flat_map(|attack| attack.programs_for(is_first)).collect();
    if !programs.is_empty() {
        attacks_succeed_in(environment, &programs);
    }
}

/// Asserts that these submitted programs fail as expected, and that nothing is left of any.
fn fail_as_expected(scene: &mut Scene, programs: &[String]) {
    let environment = scene.environment.name;
    let judged = scene.judge_shelves();
    assert_eq!(judged.len(), programs.len());
    let mut failures = String::new();
    let mut reports = BTreeSet::new();
    for (submission, report) in judged {
        let name = submission["contestant"].as_str().unwrap();
        match submission["met"].as_str().unwrap() {
            "as-expected" => {}
            "not-judged"
                if submission["message"].as_str().unwrap().contains("is not installed") =>
            {
                println!("not judged: {name}: {}", submission["message"]);
            }
            other => {
                writeln!(failures, "{name} is {other}").unwrap();
                reports.insert(report);
            }
        }
    }
    let reports: String = reports.into_iter().collect();
    assert!(failures.is_empty(), "in {environment}:\n{failures}\n{reports}");
    scene.is_unharmed();
}

/// Programs in Python fail in the same way if each run is forked from a waiting process.
#[test]
fn attacks_fail_where_programs_are_started_once() {
    let Some(mut scene) = Scene::new("root") else { return };
    scene.start = "warm";
    let attacks = Attack::all().into_values();
    let programs = attacks.flat_map(|attack| attack.programs_for(true));
    let programs: Vec<String> = programs.filter(|name| name.ends_with(".py")).collect();
    assert!(programs.len() > 30);
    scene.hand_in(&programs);
    fail_as_expected(&mut scene, &programs);
    scene.write("alone/one.py", "print('Alice wins')");
    let forked = scene.judge(&["alone"], &["-vv", "--time-limit", PLENTY]);
    let said = String::from_utf8_lossy(&forked.stderr);
    assert_eq!(said.matches("forked from a program that waits").count(), 2, "{said}");
}

/// Asserts that a program of each of these attacks succeeds; otherwise about.txt promises too
/// little.
fn attacks_succeed_in(environment: &str, programs: &[String]) {
    let Some(scene) = Scene::new(environment) else { return };
    scene.hand_in(programs);
    let attack_of = |name: &str| name.split('/').next().unwrap().to_string();
    let judged = scene.judge_shelves();
    let succeeded = judged.iter().filter(|(submission, _)| submission["met"] != "as-expected");
    let succeeded =
        succeeded.map(|(submission, _)| attack_of(submission["contestant"].as_str().unwrap()));
    let succeeded: BTreeSet<String> = succeeded.collect();
    let all: BTreeSet<String> = programs.iter().map(|name| attack_of(name)).collect();
    let held: Vec<_> = all.difference(&succeeded).collect();
    // A security module of the system may block attacks that we cannot.
    let has_yama = fs::read_to_string("/proc/sys/kernel/yama/ptrace_scope")
        .is_ok_and(|scope| scope.trim() != "0");
    assert!(
        held.is_empty() || has_yama,
        "held in {environment}, though about.txt says otherwise: {held:?}"
    );
}

#[test]
fn attacks_fail_as_root() {
    attacks_fail_in("root");
}

#[test]
fn attacks_fail_as_user() {
    attacks_fail_in("user");
}

#[test]
fn attacks_fail_as_user_of_an_old_kernel() {
    attacks_fail_in("user-old");
}

#[test]
fn attacks_fail_as_root_of_a_container() {
    attacks_fail_in("container-root");
}

#[test]
fn attacks_fail_as_root_of_a_container_on_an_old_kernel() {
    attacks_fail_in("container-root-old");
}

#[test]
fn attacks_fail_as_user_of_a_container() {
    attacks_fail_in("container-user");
}

#[test]
fn attacks_fail_as_root_of_a_namespace_with_one_id() {
    attacks_fail_in("container-one-id");
}

#[test]
fn attacks_fail_as_user_of_a_container_on_an_old_kernel() {
    attacks_fail_in("container-user-old");
}

/// What a system lacks is reported in one sentence, and what it has is used.
#[test]
fn root_without_other_users_is_told_what_there_is() {
    let Some(scene) = Scene::new("user") else { return };
    scene.write("probe/probe.py", "print('Alice wins')");
    let few = "echo 0 > /proc/sys/user/max_user_namespaces && exec \"$0\" \"$@\"";
    let cases = [
        (&["true"][..], "isolated by namespaces, landlock, seccomp, rlimits\n"),
        (
            &["sh", "-c", few],
            "no namespaces: the system allows no more of them; the settings user.max_*_namespaces \
             say how many; programs run as root, which has no other user here to give them\n",
        ),
    ];
    for (words, expected) in cases {
        let program = scene.path("referee").display().to_string();
        let mut command = Command::new("unshare");
        command.args(["--user", "--map-root-user"]);
        command.args(words.iter().filter(|word| **word != "true"));
        command.arg(program).args(["judge", "cases", "probe/probe.py", "--time-limit", PLENTY]);
        if let Some(user) = scene.environment.user() {
            command.uid(user).gid(user);
        }
        let output = command.current_dir(scene.folder.path()).output().unwrap();
        let report = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(0), "{report}");
        assert!(report.contains(expected), "{report}");
    }
}

#[test]
fn the_threat_model_tells_what_the_tests_hold() {
    const START: &str = "<!-- attacks: made by tests/misbehaving.rs -->\n";
    const END: &str = "<!-- end of attacks -->\n";
    let docs = fs::read_to_string(DOCS).unwrap();
    let (before, rest) = docs.split_once(START).expect("the table begins");
    let (old, after) = rest.split_once(END).expect("the table ends");
    let new = threat_model();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(DOCS, format!("{before}{START}{new}{END}{after}")).unwrap();
        return;
    }
    let hint = "docs/sandbox.md is stale; run UPDATE_DOCS=1 cargo test --test misbehaving";
    assert_eq!(old, new, "{hint}");
}

/// Returns the tables of environments and of the attacks that may succeed in some, and the lists of
/// the others and of what honest programs do.
fn threat_model() -> String {
    let mut text = String::from("| environment | what it is |\n| --- | --- |\n");
    for environment in &ENVIRONMENTS {
        writeln!(text, "| {} | {} |", environment.name, environment.about).unwrap();
    }
    let names = ENVIRONMENTS.each_ref().map(|environment| environment.name);
    let mut reasons = BTreeMap::<String, Vec<(String, Vec<&str>)>>::new();
    let (mut prevented, mut honest) = (String::new(), String::new());
    for attack in Attack::all().values() {
        let about = attack.about.trim_end_matches('.');
        if attack.not_held.is_empty() {
            let is_cheap = attack.programs().iter().any(|(_, ending)| CHEAP.contains(ending));
            let tried = if is_cheap { "" } else { " (tried in `root` only)" };
            let (list, about) = match about.strip_prefix("Honest: ") {
                Some(about) => (&mut honest, about),
                None => (&mut prevented, about),
            };
            writeln!(list, "- {about}{tried}").unwrap();
        }
        for name in names {
            let Some(reason) = attack.not_held.get(name) else { continue };
            let of_attack = reasons.entry(about.into()).or_default();
            match of_attack.iter_mut().find(|(known, _)| known == reason) {
                Some((_, names)) => names.push(name),
                None => of_attack.push((reason.clone(), vec![name])),
            }
        }
    }
    text.push_str("\n| attack | may succeed in | because |\n| --- | --- | --- |\n");
    for (about, reasons) in reasons {
        for (reason, names) in reasons {
            writeln!(text, "| {about} | {} | {reason} |", names.join(", ")).unwrap();
        }
    }
    write!(text, "\nAll others are prevented in every environment:\n\n{prevented}").unwrap();
    write!(text, "\nA program that does no harm works in every environment if it:\n\n{honest}")
        .unwrap();
    text
}

/// Attacks that do not harm others succeed without isolation; otherwise their failure would prove
/// nothing.
#[test]
fn without_isolation_misdeeds_pay() {
    let Some(mut scene) = Scene::new("root").or_else(|| Scene::new("user")) else { return };
    let thieves = [
        "others/answer-by-path/wrong_answer/steal.c",
        "others/another-submission/wrong_answer/read.py",
        "others/network/wrong_answer/ask.py",
    ];
    let victim = "another-submission/accepted/victim.py";
    let programs = thieves.map(|name| name.trim_start_matches("others/")).map(String::from);
    scene.hand_in(&[&programs[..], &[victim.to_string()]].concat());
    let output = scene.judge(&thieves, &["--isolation", "off", "--time-limit", PLENTY]);
    let report = String::from_utf8(output.stdout).unwrap();
    let submissions = scene.submissions();
    assert_eq!(submissions.len(), thieves.len());
    for submission in submissions {
        assert_eq!(submission["met"], "not-caught", "{report}");
    }
    scene.is_unharmed();
    // A surviving process would be found.
    let (name, value) = scene.mark.split_once('=').unwrap();
    let mut command = Command::new("cat");
    command.env(name, value).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut alive = command.spawn().unwrap();
    // The kernel may let the parent continue before the child's variables are in place; a child
    // that answers has them.
    alive.stdin.as_mut().unwrap().write_all(b".").unwrap();
    alive.stdout.as_mut().unwrap().read_exact(&mut [0]).unwrap();
    assert_eq!(living_with(&scene.mark).len(), 1);
    alive.kill().unwrap();
    alive.wait().unwrap();
}

#[test]
fn nobodys_terminal_sees_escapes() {
    let Some(scene) = Scene::new("root").or_else(|| Scene::new("user")) else { return };
    // Submitted where all are expected to be accepted, so that the report explains how they fail.
    let programs = ["wrong_answer/paint.c", "wrong_answer/paint.py", "compile_error/quoted.c"];
    let folder = programs.map(|name| format!("unexpected/{}", name.replace('/', "-")));
    for (program, name) in programs.iter().zip(&folder) {
        let path = Path::new(PROGRAMS).join("terminal-escapes").join(program);
        scene.write(name, fs::read_to_string(path).unwrap());
    }
    let more = ["--time-limit", PLENTY, "--report", "junit=junit.xml", "--report", "csv=rows.csv"];
    let output = scene.judge(&folder.each_ref().map(String::as_str), &more);
    assert_eq!(output.status.code(), Some(1));
    let read = |name| fs::read(scene.path(name)).unwrap();
    let written = ["events.jsonl", "junit.xml", "rows.csv"].map(read);
    for report in [output.stdout, output.stderr].into_iter().chain(written) {
        let report = String::from_utf8(report).unwrap();
        assert!(!report.contains(['\x1b', '\x07', '\u{9b}', '\u{202e}']), "{report}");
    }
}
