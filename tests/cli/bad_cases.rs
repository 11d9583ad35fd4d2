//! Wrong inputs and answers of the jury: each is reported with its position, and no command
//! crashes.

use insta::assert_snapshot;

use crate::shipped::INFINITY_WAR;
use crate::support::{ALICE, Folder, TIE};

/// Returns what `validate` says about an input, without the counts at the end.
fn validated(input: impl AsRef<[u8]>) -> String {
    let folder = INFINITY_WAR.with_input(input, "tie 1 1\n");
    let run = folder.referee_changing_nothing(&["validate", "."]).ends_with(1);
    assert_eq!(run.stderr, "");
    run.stdout.split("\n\n1 case\n").next().unwrap().to_string()
}

#[test]
fn every_way_to_leave_the_grammar_is_named() {
    let forty = "1234567890".repeat(4);
    let tie = |from: &str, to: &str| INFINITY_WAR.changed(from, to);
    let inputs = [
        ("empty", String::new()),
        ("carriage returns", TIE.replace('\n', "\r\n")),
        ("byte order mark", format!("\u{feff}{TIE}")),
        ("NUL", tie("4 1", "4\x001")),
        ("n = 0", tie("4\n", "0\n")),
        ("n = 1", tie("4\n", "1\n")),
        ("n too large", tie("4\n", "99999999999\n")),
        ("n with forty digits", tie("4\n", &format!("{forty}\n"))),
        ("a move with forty digits", tie("0 2", &format!("0 -{forty}"))),
        ("plus", tie("\n1 0", "\n+1 0")),
        ("minus zero", tie("\n1 0", "\n1 -0")),
        ("leading zero", tie("\n1 0", "\n01 0")),
        ("exponent", tie("4\n", "1e5\n")),
        ("fraction", tie("0 2", "0 2.0")),
        ("words", tie("0 2", "zero two")),
        ("terminal escape", tie("0 2", "0 \x1b[2J")),
        ("off the board", tie("4 1", "5 1")),
        ("move too long", tie("0 2", "0 4")),
        ("move twice", tie("0 2", "-1 0")),
        ("Alice on Bob's square", tie("4 1", "1 4")),
        ("a move too few", tie("0 2\n", "")),
        ("a move too many", TIE.to_string() + "2 2\n"),
        ("two spaces", tie("4 1", "4  1")),
        ("space before the line's end", tie("4 1", "4 1 ")),
        ("tab", tie("4 1", "4\t1")),
        ("no line end at the end", TIE.trim_end().to_string()),
        ("an empty line at the end", TIE.to_string() + "\n"),
    ];
    let mut text = String::new();
    for (what, input) in inputs {
        text.push_str(&format!("----- {what}\n{}\n", validated(input)));
    }
    assert!(!text.contains('\x1b'));
    assert_snapshot!(text);
}

#[test]
fn carriage_returns_are_refused_by_validate_and_forgiven_by_the_others() {
    let folder = INFINITY_WAR.with_input(TIE.replace('\n', "\r\n"), "tie 1 1\n");
    folder.write("a.ans", "tie 1 1\r\n");
    folder.write("out/ants/a.out", "tie 1 1\r\n");
    assert_snapshot!(folder.referee(&["validate", "."]).ends_with(1), @"
    exit code: 1
    error: ./a.in, line 1, column 2: expected a line break, found a carriage return (the file has CRLF line ends)
      1 | 4
        |  ^

    error: ./a.ans, line 1, column 8: expected a line break, found a carriage return (the file has CRLF line ends)
      1 | tie 1 1
        |        ^

    1 case
      not valid     1   a
    exit code 1
    ");
    folder.referee(&["check", ".", "out"]).ends_with(0);
    folder.referee(&["solve", ".", "--verify"]).ends_with(0);
}

#[test]
fn a_case_that_is_broken_stops_neither_the_others_nor_their_judgement() {
    let folder = Folder::with_outputs();
    folder.write("cases/secret/2-tie.in", "4\n1 4\n");
    let run = folder.referee_changing_nothing(&["check", "cases", "outputs"]).ends_with(3);
    assert_snapshot!(run);
    let run = folder.referee(&["solve", "cases", "--force"]).ends_with(2);
    assert_snapshot!(run, @"
    exit code: 2
    error: cases/secret/2-tie.in, line 3, column 1: expected Bob's column, an integer, found the end of the file
    help: `referee validate` lists all such places

    3 cases
      replaced     2   sample/1-alice, secret/3-bob
      failed       1   secret/2-tie
    exit code 2
    ");
    assert_eq!(folder.read("cases/secret/2-tie.ans"), "tie 1 1\n");
}

#[test]
fn a_wrong_answer_of_the_jury_is_a_judge_error_that_names_both() {
    let folder = INFINITY_WAR.with_input(ALICE, "Alice wins\n");
    folder.write("a.ans", "Bob wins\n");
    assert_snapshot!(folder.referee_changing_nothing(&["check", ".", "out"]).ends_with(3), @r#"
    exit code: 3
    infinity-war: 1 case, 1 contestant

               accepted  not judged
            1
      ants  J  0 of 1    1

    a   judge error, counted against no submission
      ./a.ans: the jury says "Bob wins", the checker proves otherwise: Alice captures Bob: from (1,1) by move 1 (+1,+1) to (2,2) (`referee solve --force CASES` rewrites the answer)

    1 judge error, counted against no submission; no output was judged.   exit code 3
    "#);
}

#[test]
fn an_answer_without_input_and_an_input_without_answer() {
    let folder = INFINITY_WAR.with_input(TIE, "tie 1 1\n");
    folder.write("b.ans", "tie 1 1\n");
    folder.write("c.in", TIE);
    assert_snapshot!(folder.referee_changing_nothing(&["validate", "."]).ends_with(1), @"
    exit code: 1
    error: ./b.ans: an answer without an input
    help: add b.in or remove the answer

    error: ./c.in: an input without an answer
    help: `referee solve CASES` makes it

    2 cases
      valid         1   a
      not valid     1   c
    exit code 1
    ");
    assert_snapshot!(folder.referee_changing_nothing(&["check", ".", "out"]).ends_with(3), @"
    exit code: 3
    infinity-war: 2 cases, 1 contestant

                accepted  not judged
            1
      ants  AJ  1 of 2    1

    judge error: ./b.ans: an answer without an input (add b.in or remove the answer)

    c   judge error, counted against no submission
      ./c.ans: the case has no answer (`referee solve CASES` makes it)

    2 judge errors, counted against no submission; 1 output judged, none rejected.   exit code 3
    ");
    let verify = folder.referee_changing_nothing(&["solve", ".", "--verify"]).ends_with(2);
    assert_snapshot!(verify, @"
    exit code: 2
    error: ./b.ans: an answer without an input
    help: add b.in or remove the answer

    error: ./c.ans: the case has no answer
    help: `referee solve CASES` makes it

    2 cases
      right        1   a
      wrong        1   c
    exit code 2
    ");
}
