//! Problems as tasks of `referee batch` and `referee serve`.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::packages::{NEW, SAME, TWICE, package};
use crate::support::{ALICE, Folder, REFEREE, Run};

/// A package `twice`, a folder with the problem `thrice`, and a case of Infinity War.
fn problems() -> Folder {
    let folder = package(NEW);
    folder.write("twice/include/python3/helper.py", "factor = 2\n");
    folder.write(
        "mine/thrice/problem.toml",
        "format = 1\nname = \"thrice\"\ncases = \"data\"\n[limits]\ntime = 3\n",
    );
    folder.write("mine/thrice/data/1.in", "2\n");
    folder.write("mine/thrice/data/1.ans", "6\n");
    folder.write("cases/infinity-war/problem.toml", "format = 1\nproblem = \"infinity-war\"\n");
    folder.write("cases/infinity-war/sample/1.in", ALICE);
    folder.write("cases/infinity-war/sample/1.ans", "Alice wins\n");
    folder.write(
        "tasks.jsonl",
        json!({"id": "same", "tests": [{"input": "1", "output": "1"}]}).to_string(),
    );
    folder
}

const TASKS: [&str; 5] = ["--tasks", "twice", "mine", "infinity-war", "tasks.jsonl"];

fn batch(folder: &Folder, candidates: &[Value], more: &[&str]) -> Run {
    let lines: String = candidates.iter().map(|candidate| format!("{candidate}\n")).collect();
    folder.write("candidates.jsonl", lines);
    let call = ["--candidates", "candidates.jsonl", "--jobs", "1"];
    folder.referee(&[&["batch"], &TASKS[..], &call, more].concat())
}

#[test]
fn problems_packages_and_shipped_problems_are_tasks() {
    let folder = problems();
    let candidates = [
        ("twice", TWICE, "AC"),
        ("twice", "from helper import factor\nprint(factor * int(input()))\n", "AC"),
        ("twice", SAME, "WA"),
        ("twice", "print(", "CE"),
        ("thrice", "print(3 * int(input()))", "AC"),
        ("infinity-war", "print('ALICE wins')", "AC"),
        ("infinity-war", "print('Bob wins')", "WA"),
        ("same", SAME, "AC"),
    ];
    let lines = candidates.map(|(task, code, _)| json!({"task": task, "code": code}));
    let run = batch(&folder, &lines, &["--report", "jsonl"]).ends_with(0);
    let rows: Vec<Value> =
        run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for (row, (_, code, verdict)) in rows.iter().zip(candidates) {
        assert_eq!(row["verdict"], verdict, "{code}: {row}");
    }
    assert_eq!(rows[2]["first_failed"]["case"], "sample/1");
    assert!(
        rows[6]["first_failed"]["message"].as_str().unwrap().contains("Bob wins"),
        "{}",
        rows[6]
    );
    assert_eq!(rows[7].get("first_failed"), None);
    // A changed case makes another task.
    folder.write("mine/thrice/data/1.ans", "7\n");
    let again = batch(&folder, &lines[4..5], &["--report", "jsonl"]).ends_with(0);
    let again: Value = serde_json::from_str(&again.stdout).unwrap();
    assert_eq!(again["verdict"], "WA");
    assert_ne!(again["key"], rows[4]["key"]);
    let human = batch(&folder, &lines[..1], &[]).ends_with(0);
    human.says("3 problems, 1 in the shape of referee");
}

/// A row is taken from an earlier call only if nothing has changed on which it depends.
#[test]
fn all_that_tests_of_a_problem_depend_on_makes_the_task() {
    let folder = problems();
    let line = [json!({"task": "twice", "code": TWICE})];
    let key = || {
        let run = batch(&folder, &line, &["--report", "jsonl"]);
        serde_json::from_str::<Value>(&run.stdout).unwrap()["key"].to_string()
    };
    let mut known = BTreeSet::from([key()]);
    let validator = "import sys\nsys.exit(42)\n";
    for (path, text) in [
        ("twice/data/secret/2.files/table.txt", "1\n"),
        ("twice/data/secret/2.files/table.txt", "2\n"),
        ("twice/data/secret/2.files/other.txt", "2\n"),
        ("twice/data/secret/2.yaml", "args: [a]\n"),
        (".timelimit", "5\n"),
        ("twice/.timelimit", "5\n"),
        ("twice/problem.yaml", &format!("{NEW}limits: {{memory: 100}}\n")),
        ("twice/problem.yaml", &format!("{NEW}limits: {{memory: 100, code: 1}}\n")),
        ("twice/include/python3/helper.py", "factor = 3\n"),
        ("twice/static_validator/all.py", validator),
        ("twice/data/secret/test_group.yaml", "static_validation_score: pass-fail\n"),
        ("twice/static_validator/all.py", "import sys\nsys.exit(40 + 2)\n"),
    ] {
        folder.write(path, text);
        // What lies beside the problem is no part of it.
        assert_eq!(known.insert(key()), path.starts_with("twice"), "{path}: {text}");
    }
    assert!(known.contains(&key()), "nothing has changed");
}

#[test]
fn a_service_knows_problems_by_name() {
    let folder = problems();
    let mut process = folder
        .command(REFEREE)
        .args([&["serve", "--jobs", "1"], &TASKS[..]].concat())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut requests = process.stdin.take().unwrap();
    for (id, task) in [("1", "twice"), ("2", "infinity-war"), ("3", "same"), ("4", "no such")] {
        writeln!(requests, "{}", json!({"id": id, "task": task, "code": TWICE})).unwrap();
    }
    drop(requests);
    let output = process.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let mut answers: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    answers.sort_by_key(|answer| answer["id"].to_string());
    let verdicts: Vec<&Value> = answers.iter().map(|answer| &answer["verdict"]).collect();
    assert_eq!(verdicts, [&json!("AC"), &json!("PE"), &json!("WA"), &Value::Null]);
    assert_eq!(answers[3]["error"], "there is no task no such");
}

#[test]
fn what_is_no_problem_is_said() {
    let folder = problems();
    folder.write("mine/thrice/problem.toml", "format = 1\nname = \"twice\"\ncases = \"data\"\n");
    batch(&folder, &[], &[]).ends_with(2).says("two problems are named twice");
    folder.write("mine/thrice/problem.toml", "nonsense");
    batch(&folder, &[], &[]).ends_with(2).says("problem.toml");
}
