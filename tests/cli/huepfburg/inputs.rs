//! Jury inputs and answers that break the grammar, and the answers of `solve` to those that do not.

use insta::assert_snapshot;

use super::{LATER, NEVER, PROBLEM, SOON};

const ANSWER: &str = "2\n1 3 4\n2 5 4\n";

#[test]
fn every_way_to_leave_the_grammar_is_named_by_every_command() {
    let forty = "1234567890".repeat(4);
    let inputs = [
        ("empty", String::new()),
        ("n = 0", "0 0\n".into()),
        ("n = 1", "1 1\n1 1\n".into()),
        ("n too large", PROBLEM.changed("6 6", "16777217 6")),
        ("n with forty digits", PROBLEM.changed("6 6", &format!("{forty} 6"))),
        ("m missing", "6\n".into()),
        ("m negative", PROBLEM.changed("6 6", "6 -1")),
        ("m larger than n * n", PROBLEM.changed("6 6", "6 37")),
        ("m with forty digits", PROBLEM.changed("6 6", &format!("6 {forty}"))),
        ("m larger than the arrows there are", PROBLEM.changed("6 6", "6 7")),
        ("m smaller than the arrows there are", PROBLEM.changed("6 6", "6 5")),
        ("an arrow from field 0", PROBLEM.changed("1 3", "0 3")),
        ("an arrow to a field after n", PROBLEM.changed("4 6", "4 7")),
        ("an arrow to a field with forty digits", PROBLEM.changed("4 6", &format!("4 {forty}"))),
        ("an arrow with one end", PROBLEM.changed("4 6\n", "4\n")),
        ("an arrow twice", PROBLEM.changed("6 4", "1 3")),
        ("an arrow twice on one line after the other", PROBLEM.changed("5 4", "2 5")),
        ("an arrow cut off at the end", PROBLEM.changed("\n6 4\n", "\n6\n")),
        ("terminal escape", PROBLEM.changed("3 4", "\x1b[2J")),
        ("byte order mark", format!("\u{feff}{LATER}")),
        ("words", PROBLEM.changed("3 4", "three four")),
    ];
    let ends = ["expected a single space"];
    assert_snapshot!(PROBLEM.refused(&inputs, &ends));
}

#[test]
fn unusual_white_space_is_named_by_validate_and_read_by_the_others() {
    let inputs = [
        ("carriage returns", LATER.replace('\n', "\r\n")),
        ("no line end at the end", LATER.trim_end().to_string()),
        ("carriage returns, none at the end", LATER.trim_end().replace('\n', "\r\n")),
        ("two spaces", PROBLEM.changed("3 4", "3  4")),
        ("tab", PROBLEM.changed("3 4", "3\t4")),
        ("space before the line's end", PROBLEM.changed("3 4", "3 4 ")),
        ("an empty line in between", PROBLEM.changed("3 4", "\n3 4")),
        ("an empty line at the end", LATER.to_string() + "\n"),
        ("all on one line", LATER.replace('\n', " ")),
    ];
    assert_snapshot!(PROBLEM.forgiven(&inputs));
}

#[test]
fn answers_are_held_to_their_strict_form_by_validate_alone() {
    let taken = [
        ("carriage returns", "2\r\n1 3 4\r\n2 5 4\r\n"),
        ("no line end at the end", "2\n1 3 4\n2 5 4"),
        ("a space at the end of a line", "2\n1 3 4 \n2 5 4\n"),
        ("all on one line", "2 1 3 4 2 5 4\n"),
        ("an empty line at the end", "2\n1 3 4\n2 5 4\n\n"),
        ("leading zero", "2\n1 03 4\n2 5 4\n"),
        ("plus", "+2\n1 3 4\n2 5 4\n"),
    ];
    let refused = [
        ("a field too few", "2\n1 3\n2 5 4\n"),
        ("a field too many", "2\n1 3 4 6\n2 5 4\n"),
        ("a field that does not exist", "2\n1 3 4\n2 7 4\n"),
        ("no jumps", "0\n1\n2\n"),
        ("jumps with forty digits", "1234567890123456789012345678901234567890\n1 3 4\n2 5 4\n"),
        ("something after impossible", "impossible!\n"),
        ("no such arrow", "2\n1 4 4\n2 5 4\n"),
    ];
    assert_snapshot!(PROBLEM.answers(&taken, &refused));
}

#[test]
fn every_solver_gives_answers_with_the_least_number_of_jumps() {
    let more = [
        ("secret/4-no-arrows", "2 0\n", "impossible\n"),
        ("secret/5-own-field", "3 4\n1 1\n2 3\n3 1\n3 3\n", "2\n1 1 1\n2 3 1\n"),
    ];
    let solvers = ["adaptive", "pairs", "layers"];
    PROBLEM.assert_solved(solvers, &more, &["--checker-option=shortest"]);
    let folder = PROBLEM.with_input(NEVER, "impossible\n");
    let run = folder.referee_changing_nothing(&["solve", ".", "--solver", "adaptiv"]).ends_with(2);
    assert_snapshot!(run, @"
    exit code: 2
    ----- stderr -----
    error: unknown solver of huepfburg `adaptiv`
    help: did you mean `adaptive`?
    ");
    let run = folder.referee_changing_nothing(&["solve", ".", "--solver", "exact"]).ends_with(2);
    assert_snapshot!(run, @"
    exit code: 2
    ----- stderr -----
    error: unknown solver of huepfburg `exact`
    help: expected one of: adaptive, pairs, layers
    ");
}

#[test]
fn a_case_that_is_broken_stops_neither_the_others_nor_their_judgement() {
    let folder = PROBLEM.with_cases();
    PROBLEM.outputs(&folder, "ants", ["1\n1 3\n2 3\n", ANSWER, "impossible\n"]);
    folder.write("cases/secret/2-later.in", SOON.replacen("5 6", "5 9", 1));
    let run = folder.referee_changing_nothing(&["check", "cases", "ants"]).ends_with(3);
    assert_snapshot!(run, @"
    exit code: 3
    huepfburg: 3 cases, 1 contestant

            sample  secret  accepted  not judged
            1       2
      ants  A       JA      2 of 3    1

    secret/2-later   judge error, counted against no submission
      cases/secret/2-later.in, line 8, column 1: expected 9 arrows, as m = 9 announces; the file ends after 6 (`referee validate` lists all such places)

    1 judge error, counted against no submission; 2 outputs judged, none rejected.   exit code 3
    ");
    let run = folder.referee(&["solve", "cases", "--force"]).ends_with(2);
    assert_snapshot!(run, @"
    exit code: 2
    error: cases/secret/2-later.in, line 8, column 1: expected 9 arrows, as m = 9 announces; the file ends after 6
    help: `referee validate` lists all such places

    3 cases
      replaced     2   sample/1-soon, secret/3-never
      failed       1   secret/2-later
    exit code 2
    ");
    assert_eq!(folder.read("cases/secret/2-later.ans"), ANSWER);
}
