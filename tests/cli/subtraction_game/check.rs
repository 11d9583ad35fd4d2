//! `referee check` of claims: any winning move is accepted, and what is wrong with another one is
//! shown.

use insta::assert_snapshot;

use super::{ONE_MOVE, outputs, with_cases, with_input};
use crate::support::Folder;

#[test]
fn right_answers_other_than_those_of_the_jury() {
    let folder = with_cases();
    outputs(&folder, "outputs/ants", ["hot 1 1\n", "hot 1 3\n", "cold\n"]);
    outputs(&folder, "outputs/bees", ["HOT 1 4", "Hot\n1\n3\n", "\n COLD \n"]);
    outputs(&folder, "outputs/crabs", ["hot 1 9\r\n", "hot  1\t3", "cold"]);
    let run = folder.referee_changing_nothing(&["check", "cases", "outputs"]).ends_with(0);
    assert_snapshot!(run, @"
    exit code: 0
    subtraction-game: 3 cases, 3 contestants

                sample  secret
      ants      A       AA        3 of 3
      bees      A       AA        3 of 3
      crabs     A       AA        3 of 3

    All 9 outputs are right.   exit code 0
    ");
}

/// Two equal heaps are cold: so from 10, which has value 0, the move to 9, of value 2, wins.
#[test]
fn a_move_that_raises_a_value_is_as_good_as_one_that_lowers_it() {
    let folder = with_input("squares\n2\n10 9\n", "hot 2 4\n");
    folder.write("out/bees/a.out", "hot 1 1\n");
    folder.write("out/crabs/a.out", "hot 2 9\n");
    folder.referee(&["check", ".", "out"]).ends_with(0).says("All 3 outputs are right.");
}

/// Contestants who go wrong in all ways there are.
fn with_wrong_outputs() -> Folder {
    let folder = with_cases();
    outputs(&folder, "outputs/ants", ["cold\n", "cold\n", "hot 1 1\n"]);
    outputs(&folder, "outputs/bees", ["hot 1 2\n", "hot 1 4\n", "hot 4 1\n"]);
    outputs(&folder, "outputs/crabs", ["hot 1 16\n", "hot 2 3\n", "hot 3 4\n"]);
    outputs(&folder, "outputs/dogs", ["hot 0 1\n", "hot 1 -3\n", "hot 1 0\n"]);
    outputs(&folder, "outputs/eels", ["hot\n", "hot 1\n", "hot 1 1 1\n"]);
    outputs(&folder, "outputs/frogs", ["hot one 1\n", "warm\n", ""]);
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
fn an_output_cut_at_any_byte_is_refused_or_right() {
    let output = "hot 1 3\n";
    let folder = with_input(ONE_MOVE, output);
    for end in 0..output.len() {
        folder.write("out/ants/a.out", &output[..end]);
        let right = end + 1 == output.len();
        folder.referee(&["check", ".", "out"]).ends_with(if right { 0 } else { 1 });
    }
}

#[test]
fn a_wrong_answer_of_the_jury_is_a_judge_error_that_names_both() {
    let folder = with_input(ONE_MOVE, "hot 1 3\n");
    for (answer, says) in [
        ("cold\n", "the jury says \"cold\", the checker proves otherwise: taking 3 from heap 1"),
        ("hot 2 3\n", "the opponent then takes 5 from heap 1, 6 to 1, and leaves a cold position"),
        ("hot 1\n", "the jury's own answer is refused: malformed output"),
        ("", "the jury's own answer is refused: empty output; it says nothing"),
    ] {
        folder.write("a.ans", answer);
        folder.referee_changing_nothing(&["check", ".", "out"]).ends_with(3).says(says);
        folder.referee_changing_nothing(&["validate", "."]).ends_with(1);
        folder.referee_changing_nothing(&["solve", ".", "--verify"]).ends_with(1).says(says);
    }
    folder.write("a.ans", "cold\n");
    assert_snapshot!(folder.referee(&["check", ".", "out"]).ends_with(3));
}
