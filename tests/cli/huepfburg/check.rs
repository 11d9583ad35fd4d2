//! `referee check` of meetings: any right one is accepted, and what is wrong with another one is
//! shown.

use insta::assert_snapshot;

use super::{LATER, outputs, with_cases, with_input};
use crate::support::Folder;

#[test]
fn right_answers_other_than_those_of_the_jury() {
    let folder = with_cases();
    outputs(&folder, "outputs/ants", ["1\n1 3\n2 3\n", "2\n1 3 4\n2 5 4\n", "impossible\n"]);
    let longer = ["3\n1 3 5 3\n2 3 5 3", "4\r\n1 3 4 6 4\r\n2 5 4 6 4\r\n", "IMPOSSIBLE"];
    outputs(&folder, "outputs/bees", longer);
    outputs(
        &folder,
        "outputs/crabs",
        ["2 1 3 4 2 3 4", "\n2\n\n1\n3\n4\n2\n5\n4\n\n", " impossible \n"],
    );
    let run = folder.referee_changing_nothing(&["check", "cases", "outputs"]).ends_with(0);
    assert_snapshot!(run, @"
    exit code: 0
    huepfburg: 3 cases, 3 contestants

                sample  secret
      ants      A       AA        3 of 3
      bees      A       AA        3 of 3
      crabs     A       AA        3 of 3

    All 9 outputs are right.   exit code 0
    ");
}

/// Three contestants who go wrong in all ways there are.
fn with_wrong_outputs() -> Folder {
    let folder = with_cases();
    let no_arrow = "2\n1 3 4\n2 4 4\n";
    outputs(&folder, "outputs/ants", ["impossible\n", no_arrow, "1\n1 2\n2 1\n"]);
    let swapped = "1\n2 3\n1 3\n";
    outputs(&folder, "outputs/bees", [swapped, "3\n1 3 4 6\n2 5 4\n", "1\n1 3\n2 3\n"]);
    let too_many = "1\n1 3\n2 3\n4\n";
    outputs(&folder, "outputs/crabs", [too_many, "0\n1\n2\n", "possible\n"]);
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
fn an_output_cut_at_any_byte_is_refused_or_right() {
    let output = "2\n1 3 4\n2 5 4\n";
    let folder = with_input(LATER, output);
    for end in 0..output.len() {
        folder.write("out/ants/a.out", &output[..end]);
        let right = end + 1 == output.len();
        folder.referee(&["check", ".", "out"]).ends_with(if right { 0 } else { 1 });
    }
}

#[test]
fn a_wrong_answer_of_the_jury_is_a_judge_error_that_names_both() {
    let folder = with_input(LATER, "2\n1 3 4\n2 5 4\n");
    for (answer, says) in [
        (
            "impossible\n",
            "the jury says \"impossible\", the checker proves otherwise: 2 jumps lead",
        ),
        ("1\n1 3\n2 5\n", "after the last jump Sasha is on 3 and Mika on 5"),
        ("2\n1 3 4\n2 5\n", "the jury's own answer is refused: malformed output"),
        ("", "the jury's own answer is refused: empty output; it says nothing"),
    ] {
        folder.write("a.ans", answer);
        folder.referee_changing_nothing(&["check", ".", "out"]).ends_with(3).says(says);
        folder.referee_changing_nothing(&["validate", "."]).ends_with(1);
        folder.referee_changing_nothing(&["solve", ".", "--verify"]).ends_with(1).says(says);
    }
    assert_snapshot!(folder.referee(&["validate", "."]).ends_with(1));
    folder.write("a.ans", "impossible\n");
    assert_snapshot!("jury_says_impossible", folder.referee(&["check", ".", "out"]).ends_with(3));
}
