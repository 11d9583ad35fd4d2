//! The autograder in `dist/gradescope`, in the folders that Gradescope provides.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::{CPYTHON, Folder, REFEREE, Run};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The folders of an autograder for the exercise of `examples/students`, with the files submitted
/// by `student`.
fn autograder(student: &str) -> Folder {
    let folder = Folder::new();
    let exercise = Path::new(ROOT).join("examples/students");
    copy(&folder, &exercise.join("cases"), "source/cases");
    folder.write("referee.toml", CPYTHON);
    let submission = exercise.join(format!("moodle/{student}_assignsubmission_file"));
    copy(&folder, &submission, "submission");
    std::os::unix::fs::symlink(REFEREE, folder.path("source/referee")).unwrap();
    folder
}

/// Copies a folder without the record of earlier runs in it.
fn copy(folder: &Folder, from: &Path, to: &str) {
    let files = walkdir::WalkDir::new(from).into_iter();
    for file in files.filter_entry(|entry| entry.file_name() != ".referee").map(Result::unwrap) {
        if file.file_type().is_file() {
            let name = Path::new(to).join(file.path().strip_prefix(from).unwrap());
            folder.write(name, fs::read(file.path()).unwrap());
        }
    }
}

fn run(folder: &Folder) -> Run {
    let script = Path::new(ROOT).join("dist/gradescope/run_autograder");
    let mut command = folder.command(script);
    folder.run_of(&command.env("AUTOGRADER", folder.path("")).output().unwrap())
}

fn results(folder: &Folder) -> Value {
    serde_json::from_str(&folder.read("results/results.json")).unwrap()
}

/// Returns the names of the failed tests, and the sum of all scores.
fn summary(results: &Value) -> (Vec<&str>, f64) {
    let tests = results["tests"].as_array().unwrap();
    let failed = tests.iter().filter(|test| test["status"] == "failed");
    let scores = tests.iter().filter_map(|test| test["score"].as_f64());
    (failed.map(|test| test["name"].as_str().unwrap()).collect(), scores.sum())
}

#[test]
fn a_right_submission_of_several_files_gets_all_points() {
    let folder = autograder("Ann Lee_1204");
    run(&folder).ends_with(0);
    assert_eq!(summary(&results(&folder)), (vec![], 40.0));
}

#[test]
fn a_wrong_submission_is_graded_and_results_of_an_earlier_one_are_replaced() {
    let folder = autograder("Bob Ray_1207");
    folder.write("results/results.json", "{}");
    run(&folder).ends_with(0);
    let results = results(&folder);
    let (failed, score) = summary(&results);
    assert_eq!(score, 10.0);
    assert!(failed.contains(&"Samples"), "{failed:?}");
    assert!(!folder.has("source/cases/.referee"), "{:?}", folder.names());
}

#[test]
fn what_is_no_program_gets_no_points_and_a_reason() {
    let folder = autograder("Bob Ray_1207");
    fs::rename(folder.path("submission/solution.py"), folder.path("submission/solution.pdf"))
        .unwrap();
    run(&folder).ends_with(0);
    let results = results(&folder);
    assert_eq!(summary(&results), (vec!["Not judged"], 0.0));
}

#[test]
fn a_fault_of_the_judge_gives_no_results_so_that_nobody_gets_no_points_for_it() {
    let folder = autograder("Ann Lee_1204");
    folder.write("results/results.json", "{}");
    folder.write("source/cases/secret/04-bob-wins-2-1.ans", "Alice wins\n");
    let run = run(&folder).ends_with(3);
    assert!(!folder.has("results/results.json"), "{run}");
}
