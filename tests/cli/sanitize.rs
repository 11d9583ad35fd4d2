//! `judge --details causes`: causes of failures of C and C++ programs, on a set of programs with
//! one mistake each (`tests/sanitize`).

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::support::{Folder, skip};

/// The programs, each with its expected cause; empty if no sanitizer detects the mistake. Most use
/// `scanf`: compiling `<iostream>`, once plain and once with sanitizers, takes five times as long
/// as everything else.
const CAUSES: [(&str, &str); 26] = [
    ("assertion.c", "failed assertion `n > 100`, assertion.c:7 (in main)"),
    ("bad_free.c", "bad-free: an address is freed that was not allocated, bad_free.c:10 (in main)"),
    (
        "copied_too_much.c",
        "buffer-overflow: write of 300000 bytes after `line`, copied_too_much.c:8",
    ),
    ("division_by_zero.cpp", "division by zero, division_by_zero.cpp:6 (in main)"),
    ("double_free.cpp", "double-free: memory is freed that was freed before (double_free.cpp:6)"),
    (
        "empty_front.cpp",
        "failed check `!this->empty()` in std::vector::front, empty_front.cpp:8 (in main)",
    ),
    ("end_of_map.cpp", "end_of_map.cpp:11 (in main)"),
    ("endless_recursion.cpp", "stack-overflow: too deep a recursion, or too large a local array"),
    (
        "far_index.cpp",
        "failed check `__n < this->size()` in std::vector::operator[], far_index.cpp:8",
    ),
    ("gives_up.cpp", "it exits with code 3, and sanitizers find no error"),
    (
        "global_write.cpp",
        "index 100 out of bounds for type 'int [100]', global_write.cpp:8 (in main)",
    ),
    (
        "heap_write.cpp",
        "heap-buffer-overflow: write of 4 bytes after a block of 12 bytes, heap_write.cpp:4 (in fill)",
    ),
    ("missing_return.cpp", "without returning a value, missing_return.cpp:4 (in winner)"),
    ("modulo_by_zero.c", "division by zero, modulo_by_zero.c:5 (in common)"),
    ("negative_size.cpp", "uncaught exception std::length_error: cannot create std::vector larger"),
    ("never_set.cpp", ""),
    (
        "null_pointer.cpp",
        "member access within null pointer of type 'struct Node', null_pointer.cpp:10",
    ),
    (
        "overflowing_division.cpp",
        "division of -2147483648 by -1 cannot be represented in type 'int'",
    ),
    ("overflowing_index.cpp", "; before that: signed integer overflow: "),
    ("refuses.c", "not looked for: it does not compile with sanitizers: ./refuses.c:2:2: error: "),
    (
        "stack_write.cpp",
        "stack-buffer-overflow: write of 4 bytes after `row`, stack_write.cpp:8 (in main)",
    ),
    ("stoi.cpp", "uncaught exception std::invalid_argument: stoi, stoi.cpp:5 (in parse)"),
    ("too_much.cpp", "too large an allocation ("),
    (
        "use_after_free.cpp",
        "of memory that was freed (use_after_free.cpp:14), use_after_free.cpp:15 (in main)",
    ),
    (
        "vector_at.cpp",
        "uncaught exception std::out_of_range: vector::_M_range_check: __n (which is 3)",
    ),
    ("wild_pointer.c", "at an address that is not the program's, wild_pointer.c:8 (in main)"),
];

/// Returns whether the compilers have sanitizers.
fn are_there() -> bool {
    let compiles = |compiler: &str, folder: &Folder, file: &str| {
        folder.write(file, "int main(void) { return 0; }\n");
        let flags = ["-fsanitize=address,undefined", "-o", "probe", file];
        let mut command = Command::new(compiler);
        command.args(flags).current_dir(folder.path("")).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    let folder = Folder::new();
    compiles("cc", &folder, "probe.c") && compiles("c++", &folder, "probe.cpp")
}

fn with_programs(names: &[&str]) -> Folder {
    let folder = Folder::with_cases();
    let set = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sanitize");
    for name in names {
        folder.write(format!("subs/{name}"), fs::read(set.join(name)).unwrap());
    }
    folder
}

/// Returns the judgements of a run, by submission.
fn judged(folder: &Folder, flags: &[&str]) -> BTreeMap<String, Value> {
    let fixed =
        ["judge", "cases", "subs", "--each", "file", "--only", "sample/*", "--report", "jsonl"];
    let run = folder.referee(&[&fixed[..], flags].concat()).ends_with(1);
    let events = run.stdout.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let judged = events.filter(|event| event["event"] == "judged");
    judged.map(|event| (event["contestant"].as_str().unwrap().to_string(), event)).collect()
}

fn cause(judged: &Value) -> Option<&str> {
    let facts = judged["facts"].as_array()?;
    facts.iter().find(|fact| fact["label"] == "cause")?["text"].as_str()
}

#[test]
fn most_run_time_errors_have_a_named_cause() {
    if !are_there() {
        return skip("most_run_time_errors_have_a_named_cause", "no sanitizers for C and C++");
    }
    let names = CAUSES.map(|(name, _)| name);
    let folder = with_programs(&names);
    let plain = judged(&folder, &[]);
    assert!(plain.values().all(|judged| cause(judged).is_none()));
    // The results are in the record, and sanitizers change none of them.
    let watched = judged(&folder, &["--details", "causes"]);
    assert_eq!(watched.len(), CAUSES.len());
    for (name, event) in &watched {
        assert!(event["kept"] == true && event["verdict"] == plain[name]["verdict"], "{event}");
    }
    for (name, expected) in CAUSES.iter().filter(|(_, expected)| !expected.is_empty()) {
        let cause = cause(&watched[*name]).unwrap_or_else(|| panic!("{name}: {}", watched[*name]));
        assert!(cause.contains(expected), "{name}: {cause}");
    }
    let crashes: Vec<&Value> =
        watched.values().filter(|judged| judged["verdict"] == "RTE").collect();
    // A cause counts as named if it gives the line.
    let is_named = |judged: &&&Value| {
        let file = format!("{}:", judged["contestant"].as_str().unwrap());
        cause(judged).is_some_and(|cause| cause.contains(&file))
    };
    let named = crashes.iter().filter(is_named).count();
    println!("{named} of {} run-time errors have a cause with file and line", crashes.len());
    assert!(crashes.len() >= 20 && named * 100 >= crashes.len() * 80);
}

#[test]
fn students_see_causes_with_their_own_output() {
    if !are_there() {
        return skip("students_see_causes_with_their_own_output", "no sanitizers for C and C++");
    }
    let folder = with_programs(&["heap_write.cpp"]);
    let see = |level: &str| {
        let more = ["--report", "feedback", "--only", "secret/2*", "--feedback", level];
        let fixed = ["judge", "cases", "subs", "--details", "causes", "--record", "off"];
        folder.referee(&[&fixed[..], &more].concat()).ends_with(1).stdout
    };
    let cause = "  cause: heap-buffer-overflow: write of 4 bytes after a block of 16 bytes, heap_write.cpp:4 (in fill)\n";
    let (verdict, own, full) = (see("verdict"), see("own-output"), see("full"));
    assert!(!verdict.contains("heap-buffer"), "{verdict}");
    assert!(own.matches(cause).count() == 1 && full.matches(cause).count() == 1, "{own}\n{full}");
    // The command to repeat the run also explains it.
    let run = folder.referee(&["judge", "cases", "subs", "--details", "causes"]).ends_with(1);
    run.says("  cause     heap-buffer-overflow")
        .says("again     referee judge --details causes cases ");
}

#[test]
fn missing_sanitizers_are_told_once_and_change_nothing() {
    let folder = with_programs(&["assertion.c", "gives_up.cpp"]);
    let without = "format = 1\n[[language]]\nname = 'c'\nsanitize = ['-fno-such-sanitizer']\n\
                   [[language]]\nname = 'cpp'\nsanitize = ['-fno-such-sanitizer']\n";
    folder.write("languages.toml", without);
    let fixed = [
        "judge",
        "cases",
        "subs",
        "--each",
        "file",
        "--record",
        "off",
        "--languages",
        "languages.toml",
    ];
    let run = folder.referee(&[&fixed[..], &["--details", "causes"]].concat()).ends_with(1);
    assert_eq!(
        run.stderr.matches("has no sanitizers here, so no cause is named").count(),
        2,
        "{run}"
    );
    assert!(!run.stdout.contains("  cause "), "{run}");
    folder.write("subs.sh", "exit 3\n");
    folder.write(
        "shell.toml",
        "format = 1\n[[language]]\nname = 'shell'\nendings = ['sh']\nrun = ['sh', '{main}']\n",
    );
    let other = [
        "judge", "cases", "subs.sh", "--record", "off", "--languages", "shell.toml", "--details",
        "causes",
    ];
    folder.referee(&other).ends_with(1).says("no submission is in a language with sanitizers");
}
