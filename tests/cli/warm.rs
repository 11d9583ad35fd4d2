//! Programs of the jury that are started once for many runs: every command gives the same output as
//! if they were started for each run.

use crate::support::{Folder, Run};

/// What a command prints about a run that was forked.
const FORKED: &str = "that was forked from a program that waits";

const NUMBERS: usize = 6;

/// Answers guesses of the number in the input, and reports some of them.
const INTERACTOR: &str = "\
import sys
secret = int(open(sys.argv[1]).read())
message = open(sys.argv[3] + 'judgemessage.txt', 'w')
for line in sys.stdin:
    guess = int(line)
    if guess == secret:
        message.write('found %d' % secret)
        print('right')
        sys.exit(42)
    print('higher' if guess < secret else 'lower', flush=True)
message.write('not found')
assert secret != 4, 'four'
sys.exit(43)
";

/// Finds all numbers but some.
const GUESSES: &str = "\
low, high = 1, 100
while True:
    guess = (low + high) // 2
    if guess in (2, 4): break
    print(guess, flush=True)
    said = input()
    if said == 'right': break
    if said == 'higher': low = guess + 1
    else: high = guess - 1
";

fn problem() -> Folder {
    let folder = Folder::new();
    folder.write(
        "game/problem.toml",
        "format = 1\nname = 'game'\ncases = 'data'\n[checker]\ncommand = ['checker.py']\nprotocol = 'icpc'\n\
         interactive = true\n[validator]\ncommand = ['validator.cpp']\n",
    );
    folder.write("game/checker.py", INTERACTOR);
    folder.write(
        "game/validator.cpp",
        "#include <iostream>\nint main() { int n; return std::cin >> n && n != 5 ? 0 : (std::cerr << \"five\\n\", 1); }\n",
    );
    folder.write("game/submissions/one.py", GUESSES);
    for number in 1..=NUMBERS {
        folder.write(format!("game/data/{number}.in"), format!("{number}\n"));
        folder.write(format!("game/data/{number}.ans"), "");
    }
    let test = |n| serde_json::json!({"code": format!("assert inc({n}) == {n} + 1")});
    let tests: Vec<_> = (1..=NUMBERS).map(test).collect();
    let task = serde_json::json!({"id": "inc", "entry_point": "inc", "tests": tests});
    folder.write("tasks.jsonl", task.to_string());
    let right = serde_json::json!({"task": "inc", "code": "def inc(x): return x + 1"});
    folder.write("right.jsonl", right.to_string());
    folder
}

/// Returns the standard output of a command, and how many runs it forked.
fn said(folder: &Folder, words: &[&str], how: &str) -> (String, usize) {
    let run: Run = folder.referee(&[words, &["--start", how, "-vv", "--jobs", "1"]].concat());
    (run.stdout.clone(), run.stderr.matches(FORKED).count())
}

#[test]
fn every_command_says_the_same_however_programs_are_started() {
    let folder = problem();
    let doctor = folder.doctor(&[]).stdout;
    if !doctor.contains("namespaces  yes") || !doctor.contains("seccomp     yes") {
        return println!("SKIPPED: without namespaces and seccomp, nothing waits");
    }
    let judge = [
        "judge", "game", "--record", "off", "--details", "no-times", "--all-cases", "--report",
        "csv",
    ];
    let batch =
        ["batch", "--tasks", "tasks.jsonl", "--candidates", "right.jsonl", "--details", "no-times"];
    for words in [&judge[..], &["validate", "game"], &batch] {
        let (cold, none) = said(&folder, words, "cold");
        let (warm, all) = said(&folder, words, "warm");
        let (auto, most) = said(&folder, words, "auto");
        assert_eq!((&warm, &auto), (&cold, &cold));
        assert_eq!(none, 0);
        // Programs that then fail, and the first two runs of each program, are not forked.
        assert!(all >= NUMBERS - 1 && most >= NUMBERS - 2 && most < all, "{all} {most}: {warm}");
    }
}

/// Prints hashes of words, whose seed Python chooses when it starts.
const HASHES: &str = "print(hash('word'), list({'one', 'two', 'three', 'four', 'five'}))\n";

/// Submissions in Python are started once on request, and candidates of batches by default. A set
/// has the same order in each run.
#[test]
fn programs_of_others_are_started_once_on_request() {
    let folder = Folder::new();
    let doctor = folder.doctor(&[]).stdout;
    if !doctor.contains("namespaces  yes") || !doctor.contains("seccomp     yes") {
        return println!("SKIPPED: without namespaces and seccomp, nothing waits");
    }
    folder.write("cases/problem.toml", "format = 1\nname = 'hashes'\n");
    for number in 1..=NUMBERS {
        folder.write(format!("cases/{number}.in"), "\n");
        folder.write(format!("cases/{number}.ans"), "no hash\n");
    }
    folder.write("hashes.py", HASHES);
    let forked = |how: &str| {
        let words = ["judge", "cases", "hashes.py", "--all-cases", "--keep-output", how];
        let rest = ["--start", how, "-vv", "--jobs", "1", "--force"];
        folder.referee(&[&words[..], &rest].concat()).ends_with(1).stderr.matches(FORKED).count()
    };
    assert_eq!(["cold", "auto", "warm"].map(forked), [0, 0, NUMBERS]);
    let said = |how: &str, number| folder.read(format!("{how}/hashes.py/{number}.out"));
    let first = said("cold", 1);
    assert!(first.contains("three"), "{first}");
    for how in ["cold", "auto", "warm"] {
        assert!((1..=NUMBERS).all(|number| said(how, number) == first), "{how}");
    }
    let test = serde_json::json!({"input": "", "output": first});
    let task = serde_json::json!({"id": "hashes", "tests": vec![test; NUMBERS]});
    folder.write("tasks.jsonl", task.to_string());
    let candidate = serde_json::json!({"task": "hashes", "code": HASHES});
    folder.write("candidates.jsonl", candidate.to_string());
    let batch = |how: &str| {
        let words = ["batch", "--tasks", "tasks.jsonl", "--candidates", "candidates.jsonl"];
        let run = folder.referee(&[&words[..], &["--start", how, "-vv", "--jobs", "1"]].concat());
        run.ends_with(0).says("100.0 %  accepted").stderr.matches(FORKED).count()
    };
    assert_eq!(["cold", "auto", "warm"].map(batch), [0, NUMBERS, NUMBERS]);
}

/// One command compiles and prepares a candidate. Its additions must not make an invalid program
/// valid.
#[test]
fn candidates_compile_warm_as_they_do_cold() {
    let folder = Folder::new();
    let test = serde_json::json!({"input": "", "output": "1"});
    let task = serde_json::json!({"id": "one", "tests": [test]});
    folder.write("tasks.jsonl", task.to_string());
    let codes = [
        "print(1)",
        "print(1) \\",
        "print(1) \\\n",
        "print(1)  # \\",
        "print(1)  # \u{e4}",
        "print(1",
        "if True:",
        "@print",
        "print(1)\n\u{c}",
        "'''",
        "print(1);",
        "# -*- coding: latin-1 -*-\nprint(len('\u{e4}') - 1)",
        "\u{feff}print(1)",
        "print(1)\n\0",
        "def f():\n  print(1)\n\treturn",
        "__referee_ended__ = 1\nimport sys\nprint(1)\nsys.exit(1)",
    ];
    let line = |code: &&str| {
        serde_json::json!({"task": "one", "code": code, "language": "python"}).to_string()
    };
    folder.write("candidates.jsonl", codes.iter().map(line).collect::<Vec<_>>().join("\n"));
    let verdicts = |how: &str| {
        let words = ["batch", "--tasks", "tasks.jsonl", "--candidates", "candidates.jsonl"];
        let run = folder.referee(&[&words[..], &["--start", how, "--report", "jsonl"]].concat());
        let row = |line: &str| {
            let row: serde_json::Value = serde_json::from_str(line).unwrap();
            (row["verdict"].to_string(), row["message"].to_string())
        };
        run.ends_with(0).stdout.lines().map(row).collect::<Vec<_>>()
    };
    let cold = verdicts("cold");
    let count = |verdict: &str| cold.iter().filter(|(one, _)| one.contains(verdict)).count();
    assert!(count("AC") >= 6 && count("CE") >= 6, "{cold:?}");
    assert_eq!(verdicts("warm"), cold);
}
