//! The cost of the built program compared with floors of the same run: the speeds that must not
//! regress.
//!
//! The other benches measure parts of the library, and print figures for a person to read. This one
//! runs the program itself, as users build it (the bench profile inherits the release profile; a
//! test ensures that nothing overrides it), and fails if a ratio is worse than its target by more
//! than [`SLACK`]. The floors are plain loops, whole reads of the same files and bare starts of
//! programs: no build setting makes much of a difference to them, so one that slows the program
//! down changes the ratios. It takes less than a minute.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

use referee_benches::{Table, least};

/// How much worse than its target a ratio may be before the bench fails: more than a busy machine
/// adds, and less than the loss of an optimization costs.
const SLACK: f64 = 1.5;

/// The number of turns of a comparison. The shortest time of each side counts: noise only lengthens
/// times.
const TURNS: usize = 3;

/// The number of turns of a comparison that misses its target: other guests of a machine slow down
/// one side or the other for seconds, which more turns outlast, while what made the program slow
/// remains.
const MOST_TURNS: usize = 40;

/// The number of contestants whose outputs `check` reads.
const CONTESTANTS: usize = 4;

/// The number of runs in a turn of `judge`.
const RUNS: usize = 150;

/// The size of a large file that a checker may read, in bytes.
const LARGE: usize = 200 << 20;

fn main() -> ExitCode {
    let scene = Scene::new();
    let mut table = Table::with_slack(SLACK);
    write_tables(&scene);
    start(&scene, &mut table);
    evaluate(&scene, &mut table);
    cases(&scene, &mut table);
    check(&scene, &mut table);
    judge(&scene, &mut table);
    kept_beside_large_files(&scene, &mut table);
    match table.end() {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}

/// A folder in which commands run, with all their files.
struct Scene {
    folder: tempfile::TempDir,
}

impl Scene {
    fn new() -> Scene {
        Scene { folder: tempfile::tempdir().expect("a temporary folder") }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    /// Runs the program with these words as arguments. It must succeed.
    fn referee(&self, words: &str) {
        let mut command = Command::new(referee_benches::program());
        command.args(words.split_whitespace()).current_dir(self.folder.path());
        command.env("XDG_STATE_HOME", self.path("state"));
        // Writing the output to a terminal is not part of the measurement.
        let output = command.stdin(Stdio::null()).stdout(Stdio::null()).output().expect("it runs");
        assert!(output.status.success(), "{words}: {}", String::from_utf8_lossy(&output.stderr));
    }

    /// Returns the files below a folder with the extensions of cases and outputs.
    fn files(&self, folder: &str) -> Vec<PathBuf> {
        let walk = walkdir::WalkDir::new(self.path(folder)).sort_by_file_name().into_iter();
        let entries = walk.map(|entry| entry.expect("an entry").into_path());
        let is_data = |path: &PathBuf| {
            path.extension()
                .is_some_and(|ending| ["in", "ans", "out"].iter().any(|e| ending == OsStr::new(e)))
        };
        entries.filter(is_data).collect()
    }
}

/// Compares the shortest times of two sides that take turns.
fn row(
    table: &mut Table,
    name: &str,
    target: f64,
    mut ours: impl FnMut(),
    mut floor: impl FnMut(),
) {
    let mut turns = |count| least(count, [&mut ours, &mut floor]);
    // Warms up caches.
    turns(1);
    let [mut ours, mut floor] = turns(TURNS);
    for _ in TURNS..MOST_TURNS {
        if ours <= floor.mul_f64(target * SLACK) {
            break;
        }
        let again = turns(1);
        [ours, floor] = [ours.min(again[0]), floor.min(again[1])];
    }
    table.times(name, ours, floor, Some(target));
}

/// The fixed cost of every command.
fn start(scene: &Scene, table: &mut Table) {
    row(
        table,
        "start : bare start of a program",
        2.4,
        || (0..20).for_each(|_| scene.referee("--version")),
        || (0..20).for_each(|_| bare_start(Stdio::null(), "/bin/true")),
    );
}

fn bare_start(stdin: Stdio, program: &str) {
    let mut command = Command::new(program);
    let status = command.stdin(stdin).stdout(Stdio::null()).status().expect("it starts");
    assert!(status.success());
}

/// Games: computation in tight loops.
fn evaluate(scene: &Scene, table: &mut Table) {
    let evaluate = |words: &str| {
        scene.referee(&format!("evaluate subtraction-game --quiet --threads 1 {words}"));
    };
    let sieve = |amounts: &[usize], size| {
        std::hint::black_box(count_cold(amounts, size));
    };
    let squares: Vec<usize> = (1..1 << 11).map(|root| root * root).collect();
    row(
        table,
        "cold, squares below 2^27 : sieve of bytes, 2^22",
        10.0,
        || evaluate("--upto 2^27"),
        || sieve(&squares, 1 << 22),
    );
    row(
        table,
        "cold, {5,17,41,63} below 2^26 : sieve of bytes, 2^22",
        22.0,
        || evaluate("--rule 5,17,41,63 --upto 2^26"),
        || sieve(&[5, 17, 41, 63], 1 << 22),
    );
    row(
        table,
        "nim-values, squares below 2^19 : sieve of bytes, 2^22",
        3.0,
        || evaluate("--nim --upto 2^19"),
        || sieve(&squares, 1 << 22),
    );
}

/// The number of cold positions of a subtraction game, with a byte for each position.
fn count_cold(amounts: &[usize], size: usize) -> usize {
    let mut is_hot = vec![false; size];
    let mut cold = 0;
    for position in 0..size {
        if is_hot[position] {
            continue;
        }
        cold += 1;
        for amount in amounts {
            let Some(hot) = is_hot.get_mut(position + amount) else { break };
            *hot = true;
        }
    }
    cold
}

/// Large cases: generated, answered, validated.
fn cases(scene: &Scene, table: &mut Table) {
    scene.write("war.toml", &recipe("infinity-war", "uniform", "n = 300_000", 4));
    scene.write("castle.toml", &recipe("huepfburg", "wielandt", "n = 900", 3));
    for (name, targets) in [("war", [30.0, 10.0, 9.0]), ("castle", [26.0, 15.0, 12.0])] {
        let [made, answered, validated] = targets;
        let generate = format!("generate {name}.toml --out {name} --force --quiet --jobs 1");
        // Without existing inputs, which would only be compared.
        let again = || {
            let _ = fs::remove_dir_all(scene.path(name));
            scene.referee(&generate);
        };
        again();
        let read = || read_lines(&scene.files(name));
        let jobs = "--quiet --jobs 1";
        row(table, &format!("generate {name} : read"), made, again, read);
        let solve = || scene.referee(&format!("solve {name} --force {jobs}"));
        row(table, &format!("solve {name} : read"), answered, solve, read);
        let validate = || scene.referee(&format!("validate {name} {jobs}"));
        row(table, &format!("validate {name} : read"), validated, validate, read);
    }
}

fn recipe(problem: &str, family: &str, parameters: &str, count: usize) -> String {
    let head = format!("format = 1\nproblem = '{problem}'\nsalt = 'targets'\n");
    format!("{head}[[case]]\nname = 'c'\nfamily = '{family}'\ncount = {count}\n{parameters}\n")
}

/// Reads files in full, and counts their lines and words byte by byte.
fn read_lines(files: &[PathBuf]) {
    let count = |path: &PathBuf| {
        let bytes = fs::read(path).expect("a file");
        bytes.iter().filter(|&&byte| byte == b'\n' || byte == b' ').count()
    };
    std::hint::black_box(files.iter().map(count).sum::<usize>());
}

/// Many small outputs, and a few large ones.
fn check(scene: &Scene, table: &mut Table) {
    scene.write("small.toml", &recipe("infinity-war", "uniform", "n = 8", 1000));
    scene.referee("generate small.toml --out small --quiet");
    for (name, target) in [("small", 2.0), ("castle", 5.0)] {
        for case in
            scene.files(name).iter().filter(|path| path.extension() == Some(OsStr::new("ans")))
        {
            let stem = case.file_stem().and_then(OsStr::to_str).expect("a name");
            for contestant in 0..CONTESTANTS {
                let to = scene.path(&format!("{name}-outputs/c{contestant}/{stem}.out"));
                fs::create_dir_all(to.parent().expect("a folder")).expect("a folder");
                fs::copy(case, to).expect("a copy");
            }
        }
        let check = format!("check {name} {name}-outputs --quiet --jobs 1");
        row(
            table,
            &format!("check {name}, {CONTESTANTS} contestants : read"),
            target,
            || scene.referee(&check),
            || read_lines(&[scene.files(name), scene.files(&format!("{name}-outputs"))].concat()),
        );
    }
}

/// Runs of a program that itself takes next to no time: `cat`, which copies its input.
fn judge(scene: &Scene, table: &mut Table) {
    let Some(cat) = ["/bin/cat", "/usr/bin/cat"].iter().find(|path| Path::new(path).is_file())
    else {
        return println!("SKIPPED judging: there is no cat");
    };
    scene.write("echo/problem.toml", "format = 1\nname = 'echo'\ncases = 'data'\n");
    for case in 0..RUNS {
        for ending in ["in", "ans"] {
            scene.write(&format!("echo/data/{case:03}.{ending}"), &format!("{case}\n"));
        }
    }
    fs::copy(cat, scene.path("cat.exe")).expect("a copy");
    scene.write(
        "languages.toml",
        "format = 1\n[[language]]\nname = 'built'\nendings = ['exe']\nrun = ['{main}']\n",
    );
    let judge = "judge echo cat.exe --languages languages.toml --quiet --jobs 1";
    let bare = || {
        for case in 0..RUNS {
            let input = File::open(scene.path(&format!("echo/data/{case:03}.in")));
            bare_start(input.expect("a file").into(), cat);
        }
    };
    let runs = || scene.referee(&format!("{judge} --record off"));
    row(table, "judge 150 runs of cat : bare starts of cat", 1.5, runs, bare);
    scene.referee(judge);
    let kept = || scene.referee(judge);
    row(table, "judge 150 kept runs : bare starts of cat", 0.15, kept, bare);
}

/// Writes two problems whose checkers may read a table, which is small or large. Hashes of files
/// written within the last seconds are not stored, so this comes before all measurements.
fn write_tables(scene: &Scene) {
    let checker = "[checker]\ncommand = ['sh', '{folder}/check.sh']\nprotocol = 'icpc'\n";
    let problem = format!("format = 1\nname = 'echo'\ncases = 'data'\n{checker}");
    for (folder, size) in [("small-table", 1), ("large-table", LARGE)] {
        scene.write(&format!("{folder}/problem.toml"), &problem);
        scene.write(&format!("{folder}/check.sh"), "exit 42\n");
        scene.write(&format!("{folder}/main.sh"), "cat\n");
        for case in 0..RUNS {
            for ending in ["in", "ans"] {
                scene.write(&format!("{folder}/data/{case:03}.{ending}"), &format!("{case}\n"));
            }
        }
        let table = scene.path(&format!("{folder}/table.bin"));
        fs::write(table, vec![1; size]).expect("a file");
    }
}

/// Recorded runs of a checker that may read large files: these are hashed once, and again only if
/// they change.
fn kept_beside_large_files(scene: &Scene, table: &mut Table) {
    let judge = |folder: &str| scene.referee(&format!("judge {folder} {folder}/main.sh --quiet"));
    let (mut small, mut large) = (|| judge("small-table"), || judge("large-table"));
    small();
    large();
    let [without, with] = least(TURNS, [&mut small, &mut large]);
    let more = with.saturating_sub(without);
    table.times("200 MiB beside kept runs : 50 ms", more, Duration::from_millis(50), Some(1.0));
}
