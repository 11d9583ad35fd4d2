//! `referee check` of claims: a winning move need not lower a value, and the reason why another
//! move does not win is shown.

use insta::assert_snapshot;

use super::{ONE_MOVE, PROBLEM};
use crate::support::Folder;

/// Two equal heaps are cold: so from 10, of value 0, the move to 9, of value 2, wins.
#[test]
fn a_move_that_raises_a_value_is_as_good_as_one_that_lowers_it() {
    let folder = PROBLEM.with_input("squares\n2\n10 9\n", "hot 2 4\n");
    folder.write("out/bees/a.out", "hot 1 1\n");
    folder.write("out/crabs/a.out", "hot 2 9\n");
    folder.referee(&["check", ".", "out"]).ends_with(0).says("All 3 outputs are right.");
}

/// Contestants who are wrong in every possible way.
fn with_wrong_outputs() -> Folder {
    let folder = PROBLEM.with_cases();
    PROBLEM.outputs(&folder, "outputs/ants", ["cold\n", "cold\n", "hot 1 1\n"]);
    PROBLEM.outputs(&folder, "outputs/bees", ["hot 1 2\n", "hot 1 4\n", "hot 4 1\n"]);
    PROBLEM.outputs(&folder, "outputs/crabs", ["hot 1 16\n", "hot 2 3\n", "hot 3 4\n"]);
    PROBLEM.outputs(&folder, "outputs/dogs", ["hot 0 1\n", "hot 1 -3\n", "hot 1 0\n"]);
    PROBLEM.outputs(&folder, "outputs/eels", ["hot\n", "hot 1\n", "hot 1 1 1\n"]);
    PROBLEM.outputs(&folder, "outputs/frogs", ["hot one 1\n", "warm\n", ""]);
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
    let command = ["check", "cases", "outputs/crabs", "--report", "jsonl"];
    let run = folder.referee_changing_nothing(&command).ends_with(1);
    assert_eq!(run.stderr, "");
    assert_snapshot!(run.stdout.replace(env!("CARGO_PKG_VERSION"), "[version]"));
}

#[test]
fn a_wrong_answer_of_the_jury_is_a_judge_error_that_names_both() {
    let folder = PROBLEM.with_input(ONE_MOVE, "hot 1 3\n");
    folder.write("a.ans", "cold\n");
    assert_snapshot!(folder.referee(&["check", ".", "out"]).ends_with(3));
}
