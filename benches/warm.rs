//! Programs started once for many runs, compared with the same programs started for each run, and
//! with the minimum cost: one start, and a bare fork for each run.
//!
//! The floor is a plain loop in Python: it compiles the program and, for each run, forks, opens the
//! input, executes the code, and waits. It limits, isolates and measures nothing. For C++, the
//! floor is a bare start of the submission and of the validator for each case. As both are compiled
//! first, the difference between a package with many cases and one with few counts.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use referee_benches::{Table, least, milliseconds};

/// The number of cases in the package.
const CASES: usize = 500;

/// The number of turns of each side. The shortest time counts: noise only lengthens times.
const TURNS: usize = 3;

/// The target for `validate`, as a multiple of one start and a fork for each run.
const TARGET: f64 = 1.25;

/// The target for a run of a submission and of a warm validator in C++, as a multiple of bare
/// starts of both.
const TARGET_COMPILED: f64 = 0.65;

/// A typical input validator.
const INPUT: &str = "\
import sys
line = sys.stdin.readline()
a, b = map(int, line.split())
assert line == f\"{a} {b}\\n\" and 0 <= a <= 10**9 and 0 <= b <= 10**9
assert not sys.stdin.readline()
sys.exit(42)
";

/// An output validator.
const OUTPUT: &str = "\
import sys
with open(sys.argv[1]) as file:
    a, b = map(int, file.read().split())
sys.exit(42 if sys.stdin.read().split() == [str(a + b)] else 43)
";

/// The same in C++, and a submission.
const COMPILED: &str = "\
#include <fstream>
#include <iostream>
int main(int, char **words) {
    std::ifstream input(words[1]);
    long long a = 0, b = 0, sum = 0;
    input >> a >> b;
    std::cin >> sum;
    return sum == a + b ? 42 : 43;
}
";
const SUBMISSION: &str = "\
#include <iostream>
int main() { long long a, b; std::cin >> a >> b; std::cout << a + b << std::endl; }
";

/// Runs a program once for each case. The first argument is the extension of the file that is its
/// standard input.
const FORKS: &str = "\
import os, sys
end, program, folder, count = sys.argv[1:]
with open(program) as file:
    code = compile(file.read(), program, 'exec')
for number in range(int(count)):
    case = '%s/%d' % (folder, number)
    pid = os.fork()
    if pid == 0:
        os.dup2(os.open(case + end, os.O_RDONLY), 0)
        sys.argv[1:] = [case + '.in', case + '.ans', folder]
        exec(code, {'__name__': '__main__'})
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 42
";

fn main() {
    let mut python = Command::new("python3");
    if !has(python.args(["-c", "import sys; assert sys.version_info > (3, 9)"])) {
        return println!("SKIPPED: there is no Python");
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let package = folder.path().join("sum");
    write_package(&package, CASES, ("validate.py", OUTPUT));
    // Built before anything is measured.
    referee_benches::program();
    let mut table = Table::begin();
    let [warm, cold, floor] = least(
        TURNS,
        [&mut || validate(&package, "warm"), &mut || validate(&package, "cold"), &mut || {
            forks(&package, ".in", "input_validators/validate.py");
            forks(&package, ".ans", "output_validators/sum/validate.py");
        }],
    );
    let name = format!("validate of {CASES} cases, warm, against bare forks");
    table.times(&name, warm, floor, Some(TARGET));
    table.times("the same, against cold", warm, cold, None);
    let each = |time: Duration| milliseconds(time / (2 * CASES as u32));
    println!("a run: {} warm, {} cold, {} forked", each(warm), each(cold), each(floor));
    compiled(folder.path(), &mut table);
    table.end();
}

/// Compares the time of `judge` for the additional cases of a larger package with bare starts.
fn compiled(folder: &Path, table: &mut Table) {
    let compile = |name: &str, text: &str| {
        let (source, program) = (folder.join(name).with_extension("cpp"), folder.join(name));
        fs::write(&source, text).expect("our own file");
        let options = ["-std=gnu++20", "-O2", "-static", "-o"];
        has(Command::new("c++").args(options).arg(&program).arg(&source)).then_some(program)
    };
    let (Some(validator), Some(submission)) =
        (compile("validator", COMPILED), compile("submission", SUBMISSION))
    else {
        return println!("SKIPPED C++: there is no compiler that links statically");
    };
    let [small, large] = [("small", 10), ("large", 10 + CASES)].map(|(name, count)| {
        let package = folder.join(name);
        write_package(&package, count, ("validate.cpp", COMPILED));
        package
    });
    let judge = |package: &Path, how| {
        let words = ["judge", "--jobs", "1", "--start", how, "--quiet", "--record", "off"];
        let mut command = Command::new(referee_benches::program());
        let run = command.args(words).arg(package).output().expect("it starts");
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    };
    let starts = || {
        for number in 0..CASES {
            let case = large.join(format!("data/secret/{number}"));
            let open = |end| File::open(case.with_extension(end)).expect("a case");
            bare(Command::new(&submission).stdin(open("in")), 0);
            let input = case.with_extension("in");
            bare(Command::new(&validator).arg(input).stdin(open("ans")), 42);
        }
    };
    let [warm, warm_start, cold, cold_start, floor] = least(
        TURNS,
        [
            &mut || judge(&large, "warm"),
            &mut || judge(&small, "warm"),
            &mut || judge(&large, "cold"),
            &mut || judge(&small, "cold"),
            &mut || starts(),
        ],
    );
    let sides = [
        ("warm", warm.saturating_sub(warm_start), Some(TARGET_COMPILED)),
        ("cold", cold.saturating_sub(cold_start), None),
    ];
    for (how, ours, target) in sides {
        table.times(&format!("judge, validator in C++ {how} : bare starts"), ours, floor, target);
    }
}

fn bare(command: &mut Command, expected: i32) {
    let status = command.stdout(Stdio::null()).status().expect("it starts");
    assert_eq!(status.code(), Some(expected));
}

fn has(command: &mut Command) -> bool {
    command.stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

fn write_package(package: &Path, cases: usize, (name, validator): (&str, &str)) {
    let write = |name: &str, text: &str| {
        let path = package.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("our own folder");
        fs::write(path, text).expect("our own file");
    };
    write(
        "problem.yaml",
        "problem_format_version: 2023-07-draft\nname: Sum\nuuid: 1c7a5d1e-7a43-4ac5-bd4d-0f6ac1fbe1a4\n",
    );
    write("problem_statement/problem.en.tex", "Add.\n");
    write("input_validators/validate.py", INPUT);
    write(&format!("output_validators/sum/{name}"), validator);
    write("submissions/accepted/sum.cpp", SUBMISSION);
    for number in 0..cases {
        write(&format!("data/secret/{number}.in"), &format!("{number} {}\n", 7 * number));
        write(&format!("data/secret/{number}.ans"), &format!("{}\n", 8 * number));
    }
}

fn validate(package: &Path, how: &str) {
    let mut command = Command::new(referee_benches::program());
    let words = ["validate", "--jobs", "1", "--start", how, "--quiet"];
    let run = command.args(words).arg(package).output().expect("it starts");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
}

fn forks(package: &Path, end: &str, program: &str) {
    let mut command = Command::new("python3");
    let words = ["-c", FORKS, end];
    command.args(words).arg(package.join(program)).arg(package.join("data/secret"));
    assert!(command.arg(CASES.to_string()).status().expect("it starts").success());
}
