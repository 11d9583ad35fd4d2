//! `referee check` of meetings: what is wrong with one is shown.

use insta::assert_snapshot;

use super::{LATER, PROBLEM};
use crate::support::Folder;

/// Three contestants who are wrong in every possible way.
fn with_wrong_outputs() -> Folder {
    let folder = PROBLEM.with_cases();
    let no_arrow = "2\n1 3 4\n2 4 4\n";
    PROBLEM.outputs(&folder, "outputs/ants", ["impossible\n", no_arrow, "1\n1 2\n2 1\n"]);
    let swapped = "1\n2 3\n1 3\n";
    PROBLEM.outputs(&folder, "outputs/bees", [swapped, "3\n1 3 4 6\n2 5 4\n", "1\n1 3\n2 3\n"]);
    let too_many = "1\n1 3\n2 3\n4\n";
    PROBLEM.outputs(&folder, "outputs/crabs", [too_many, "0\n1\n2\n", "possible\n"]);
    folder
}

#[test]
fn every_refusal_is_shown_with_its_reason() {
    let folder = with_wrong_outputs();
    let run = folder.referee_changing_nothing(&["check", "cases", "outputs", "--details", "9"]);
    assert_snapshot!(run.ends_with(1));
}

#[test]
fn refusals_for_programs() {
    let folder = with_wrong_outputs();
    let report = |kind: &str| {
        let command = ["check", "cases", "outputs/ants", "--report", kind];
        let run = folder.referee_changing_nothing(&command).ends_with(1);
        assert_eq!(run.stderr, "");
        run.stdout.replace(env!("CARGO_PKG_VERSION"), "[version]")
    };
    let lines = report("jsonl");
    for line in lines.lines() {
        let event: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(event["options"].is_null(), "{line}");
    }
    assert_snapshot!("json_lines", lines);
    assert_snapshot!("junit", report("junit"));
}

#[test]
fn a_wrong_answer_of_the_jury_is_a_judge_error_that_names_both() {
    let folder = PROBLEM.with_input(LATER, "2\n1 3 4\n2 5 4\n");
    folder.write("a.ans", "");
    assert_snapshot!(folder.referee(&["validate", "."]).ends_with(1));
    folder.write("a.ans", "impossible\n");
    assert_snapshot!("jury_says_impossible", folder.referee(&["check", ".", "out"]).ends_with(3));
}
