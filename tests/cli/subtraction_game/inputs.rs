//! Jury inputs and answers that break the grammar, and the answers of `solve` to those that do not.

use insta::assert_snapshot;

use super::{COLD, MANY_MOVES, ONE_MOVE, PROBLEM};

const ANSWER: &str = "hot 1 3\n";

#[test]
fn every_way_to_leave_the_grammar_is_named_by_every_command() {
    let forty = "1234567890".repeat(4);
    let rule = "set 2 5 3\n";
    let inputs = [
        ("empty", String::new()),
        ("no rule", PROBLEM.changed(rule, "")),
        ("an unknown rule", PROBLEM.changed(rule, "cubes\n")),
        ("a rule in capitals", PROBLEM.changed(rule, "Squares\n")),
        ("amounts after squares", PROBLEM.changed(rule, "squares 1 4\n")),
        ("a set of nothing", PROBLEM.changed(rule, "set\n")),
        ("amount 0", PROBLEM.changed("5", "0")),
        ("a negative amount", PROBLEM.changed("5", "-5")),
        ("an amount twice", PROBLEM.changed("5", "2")),
        ("an amount too large", PROBLEM.changed("5", "1000000000001")),
        ("an amount with forty digits", PROBLEM.changed("5", &forty)),
        ("an amount with a leading zero", PROBLEM.changed("5", "05")),
        ("an amount with a point", PROBLEM.changed("5", "5.0")),
        ("amounts with commas", PROBLEM.changed("2 5 3", "2, 5, 3")),
        ("p missing", PROBLEM.changed("2\n6", "6")),
        ("p = 0", PROBLEM.changed("\n2\n", "\n0\n")),
        ("p too large", PROBLEM.changed("\n2\n", "\n1048577\n")),
        ("p with forty digits", PROBLEM.changed("\n2\n", &format!("\n{forty}\n"))),
        ("p larger than the heaps there are", PROBLEM.changed("\n2\n", "\n3\n")),
        ("p smaller than the heaps there are", PROBLEM.changed("\n2\n", "\n1\n")),
        ("no heaps", PROBLEM.changed("6 3\n", "")),
        ("a negative heap", PROBLEM.changed("6 3", "6 -3")),
        ("a heap too large", PROBLEM.changed("6 3", "6 4294967297")),
        ("a heap with forty digits", PROBLEM.changed("6 3", &format!("6 {forty}"))),
        ("a heap in words", PROBLEM.changed("6 3", "6 three")),
        ("something after the last heap", PROBLEM.changed("6 3\n", "6 3\n7\n")),
        ("terminal escape", PROBLEM.changed("6 3", "6 \x1b[2J")),
        ("byte order mark", format!("\u{feff}{ONE_MOVE}")),
    ];
    let ends = ["the line ends", "a line break", "a heap, an integer, found the end"];
    assert_snapshot!(PROBLEM.refused(&inputs, &ends));
}

#[test]
fn unusual_white_space_is_named_by_validate_and_read_by_the_others() {
    let inputs = [
        ("carriage returns", ONE_MOVE.replace('\n', "\r\n")),
        ("no line end at the end", ONE_MOVE.trim_end().to_string()),
        ("two spaces between amounts", PROBLEM.changed("2 5", "2  5")),
        ("two spaces between heaps", PROBLEM.changed("6 3", "6  3")),
        ("tab", PROBLEM.changed("6 3", "6\t3")),
        ("space before the first line", format!(" {ONE_MOVE}")),
        ("space after the amounts", PROBLEM.changed("5 3", "5 3 ")),
        ("space after the heaps", PROBLEM.changed("6 3", "6 3 ")),
        ("an empty line in between", PROBLEM.changed("\n2\n", "\n\n2\n")),
        ("an empty line at the end", ONE_MOVE.to_string() + "\n"),
        ("each heap on its own line", PROBLEM.changed("6 3", "6\n3")),
        ("p and the heaps on one line", PROBLEM.changed("2\n6", "2 6")),
    ];
    assert_snapshot!(PROBLEM.forgiven(&inputs));
}

#[test]
fn answers_are_held_to_their_strict_form_by_validate_alone() {
    let taken = [
        ("carriage return", "hot 1 3\r\n"),
        ("no line end at the end", "hot 1 3"),
        ("a space at the end of the line", "hot 1 3 \n"),
        ("capitals", "Hot 1 3\n"),
        ("an empty line at the end", "hot 1 3\n\n"),
        ("leading zero", "hot 1 03\n"),
        ("plus", "hot +1 3\n"),
    ];
    let refused = [
        ("no move", "hot\n"),
        ("a heap that does not exist", "hot 3 3\n"),
        ("more than the heap has", "hot 2 5\n"),
        ("an amount that may not be taken", "hot 1 4\n"),
        ("a move after cold", "cold 1 3\n"),
        ("another word", "won 1 3\n"),
    ];
    assert_snapshot!(PROBLEM.answers(&taken, &refused));
}

#[test]
fn every_solver_gives_the_least_amount_of_the_first_heap() {
    let more = [
        ("secret/4-empty-heap", "squares\n1\n0\n", "cold\n"),
        ("secret/5-amounts-too-large", "set 7 1000000000000\n2\n6 5\n", "cold\n"),
        ("secret/6-late", "set 1 2 3\n1\n1000003\n", "hot 1 3\n"),
    ];
    PROBLEM.assert_solved(["fastest", "sieve", "convolution"], &more, &[]);
    let folder = PROBLEM.with_input(COLD, "cold\n");
    let run = folder.referee_changing_nothing(&["solve", ".", "--solver", "fast"]).ends_with(2);
    assert_snapshot!(run, @"
    exit code: 2
    ----- stderr -----
    error: unknown solver of subtraction-game `fast`
    help: expected one of: fastest, sieve, convolution
    ");
    let run = folder.referee_changing_nothing(&["solve", ".", "--solver", "adaptive"]).ends_with(2);
    assert_snapshot!(run, @"
    exit code: 2
    ----- stderr -----
    error: unknown solver of subtraction-game `adaptive`
    help: expected one of: fastest, sieve, convolution
    ");
}

#[test]
fn a_case_that_is_broken_stops_neither_the_others_nor_their_judgement() {
    let folder = PROBLEM.with_cases();
    PROBLEM.outputs(&folder, "ants", ["hot 1 1\n", ANSWER, "cold\n"]);
    folder.write("cases/secret/2-one-move.in", MANY_MOVES.replacen("\n1\n", "\n9\n", 1));
    let run = folder.referee_changing_nothing(&["check", "cases", "ants"]).ends_with(3);
    assert_snapshot!(run, @"
    exit code: 3
    subtraction-game: 3 cases, 1 contestant

            sample  secret  accepted  not judged
            1       2
      ants  A       JA      2 of 3    1

    secret/2-one-move   judge error, counted against no submission
      cases/secret/2-one-move.in, line 4, column 1: expected 9 heaps, as p = 9 announces; the file ends after 1 (`referee validate` lists all such places)

    1 judge error, counted against no submission; 2 outputs judged, none rejected.   exit code 3
    ");
    let run = folder.referee(&["solve", "cases", "--force"]).ends_with(2);
    assert_snapshot!(run, @"
    exit code: 2
    error: cases/secret/2-one-move.in, line 4, column 1: expected 9 heaps, as p = 9 announces; the file ends after 1
    help: `referee validate` lists all such places

    3 cases
      replaced     2   sample/1-many-moves, secret/3-cold
      failed       1   secret/2-one-move
    exit code 2
    ");
    assert_eq!(folder.read("cases/secret/2-one-move.ans"), ANSWER);
}
