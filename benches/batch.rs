//! Judges candidates of a data set, and compares with simpler alternatives: bare starts in a loop
//! for programs in Python, a plain harness in Python that compares outputs, and one bare
//! compilation for each program in C++.
//!
//! The floors isolate, limit and measure nothing. The whole command is compared, including the
//! compilation of each candidate.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};

use referee_benches::{Table, least};

/// The numbers of candidates in Python and in C++ and of tests in the task, and how many of a
/// hundred candidates never end in the runs with such candidates.
const PROGRAMS: usize = 64;
const COMPILED: usize = 64;
const TESTS: usize = 20;
const ENDLESS: usize = 5;

/// The number of turns of each side. The shortest time counts: noise only lengthens times.
const TURNS: usize = 2;

/// The target for Python cold and warm, as multiples of bare starts, and for C++, of bare
/// compilations.
const TARGET_COLD: f64 = 1.0 / 0.9;
const TARGET_WARM: f64 = 1.0 / 8.0;
const TARGET_COMPILED: f64 = 0.5;

/// A plain harness: each candidate on each test with `subprocess`, two at a time.
const HARNESS: &str = "\
import json, subprocess, sys
from concurrent.futures import ThreadPoolExecutor
tests = json.loads(open(sys.argv[1]).readline())['tests']
def judge(line):
    code = json.loads(line)['code']
    for test in tests:
        done = subprocess.run([sys.executable, '-c', code], input=test['input'], capture_output=True, text=True, timeout=2)
        if done.stdout.split() != test['output'].split(): return False
    return True
with ThreadPoolExecutor(int(sys.argv[3])) as pool:
    assert all(pool.map(judge, open(sys.argv[2])))
";

fn main() {
    let Some(python) = referee_benches::python() else {
        return println!("SKIPPED: there is no Python");
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    write(folder);
    // Built before anything is measured.
    referee_benches::program();
    let jobs = std::thread::available_parallelism().map_or(1, usize::from);
    let mut table = Table::begin();
    interpreted(folder, &python, jobs, &mut table);
    compiled(folder, jobs, &mut table);
    table.end();
}

fn interpreted(folder: &Path, python: &str, jobs: usize, table: &mut Table) {
    let harness = || {
        let mut command = Command::new(python);
        command.args(["-c", HARNESS]).arg(folder.join("tasks.jsonl"));
        command.arg(folder.join("python.jsonl")).arg(jobs.to_string());
        assert!(is_well(&mut command), "the harness fails");
    };
    let [warm, cold, mixed, bare, harness] = least(
        TURNS,
        [
            &mut || batch(folder, "python", "warm"),
            &mut || batch(folder, "python", "cold"),
            &mut || batch(folder, "mixed", "warm"),
            &mut || starts(folder, python, jobs),
            &mut || harness(),
        ],
    );
    let runs = PROGRAMS * TESTS;
    table.times(
        &format!("{runs} runs in Python, cold : bare starts"),
        cold,
        bare,
        Some(TARGET_COLD),
    );
    table.times("warm : bare starts", warm, bare, Some(TARGET_WARM));
    table.times("cold : a plain harness", cold, harness, None);
    table.times("warm : a plain harness", warm, harness, None);
    table.times(&format!("warm, {ENDLESS} % endless : none endless"), mixed, warm, None);
}

/// Starts Python for each run, one per core at a time.
fn starts(folder: &Path, python: &str, jobs: usize) {
    let each = |number: usize| {
        let input = File::open(folder.join("input")).expect("our own file");
        let mut command = Command::new(python);
        command.arg(folder.join(format!("{}.py", number % PROGRAMS))).stdin(input);
        assert!(is_well(&mut command), "a candidate fails");
    };
    std::thread::scope(|scope| {
        for job in 0..jobs {
            let own = (job..PROGRAMS * TESTS).step_by(jobs);
            scope.spawn(move || own.for_each(each));
        }
    });
}

fn compiled(folder: &Path, jobs: usize, table: &mut Table) {
    let options = ["-std=gnu++20", "-O2", "-w", "-static", "-o"];
    let compile = |number: usize| {
        let source = folder.join(format!("{number}.cpp"));
        let program = folder.join(format!("program-{number}"));
        is_well(Command::new("c++").args(options).arg(program).arg(source))
    };
    if !compile(0) {
        return println!("SKIPPED C++: there is no compiler that links statically");
    }
    let compilations = || {
        std::thread::scope(|scope| {
            for job in 0..jobs {
                let compile = &compile;
                let own = (job..COMPILED).step_by(jobs);
                scope.spawn(move || own.for_each(|number| assert!(compile(number))));
            }
        });
    };
    let [ours, bare] = least(TURNS, [&mut || batch(folder, "cpp", "auto"), &mut || compilations()]);
    let name = format!("{COMPILED} programs in C++, with {TESTS} runs each : bare compilations");
    table.times(&name, ours, bare, Some(TARGET_COMPILED));
}

/// Judges the candidates of a file.
fn batch(folder: &Path, candidates: &str, how: &str) {
    let mut command = Command::new(referee_benches::program());
    command.args(["batch", "--quiet", "--start", how, "--time-limit", "1", "--tasks"]);
    command.arg(folder.join("tasks.jsonl")).arg("--candidates");
    command.arg(folder.join(format!("{candidates}.jsonl")));
    let run = command.output().expect("it starts");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
}

fn is_well(command: &mut Command) -> bool {
    let command = command.stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Writes a task, and its candidates, which differ in a comment.
fn write(folder: &Path) {
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).expect("our own file");
    let test = |number: usize| {
        serde_json::json!({
            "input": format!("{number} {}\n", 7 * number), "output": (8 * number).to_string(),
        })
    };
    let tests: Vec<_> = (0..TESTS).map(test).collect();
    write("tasks.jsonl", &serde_json::json!({ "id": "sum", "tests": tests }).to_string());
    write("input", "1 7\n");
    let (mut python, mut mixed, mut cpp) = (String::new(), String::new(), String::new());
    for number in 0..COMPILED {
        let right = format!("# {number}\na, b = map(int, input().split())\nprint(a + b)\n");
        let compiled = format!(
            "// {number}\n#include <bits/stdc++.h>\nusing namespace std;\n\
             int main() {{ long long a, b; cin >> a >> b; cout << a + b << endl; }}\n"
        );
        let is_endless = number * ENDLESS / 100 != (number + 1) * ENDLESS / 100;
        let endless = format!("# {number}\nwhile True: pass\n");
        for (file, code, language) in [
            (&mut python, &right, "python"),
            (&mut mixed, if is_endless { &endless } else { &right }, "python"),
            (&mut cpp, &compiled, "cpp"),
        ] {
            if number >= PROGRAMS && language == "python" {
                continue;
            }
            let row = serde_json::json!({ "task": "sum", "code": code, "language": language });
            writeln!(file, "{row}").expect("a text grows");
        }
        write(&format!("{number}.py"), &right);
        write(&format!("{number}.cpp"), &compiled);
    }
    for (name, text) in [("python", python), ("mixed", mixed), ("cpp", cpp)] {
        write(&format!("{name}.jsonl"), &text);
    }
}
