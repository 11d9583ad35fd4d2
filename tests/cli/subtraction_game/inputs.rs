//! Inputs and answers of ours that leave the grammar, and what `solve` makes of those that do not.

use insta::assert_snapshot;

use super::{COLD, MANY_MOVES, ONE_MOVE, with_cases, with_input};

const ANSWER: &str = "hot 1 3\n";

/// What `validate` says of an input, without the counts at the end. Where that is more than a
/// matter of white space, `solve` and `check` say it too, and where the rest is to be found.
fn validated(input: &str, is_forgiven: bool) -> String {
    let folder = with_input(input, ANSWER);
    let run = folder.referee_changing_nothing(&["validate", "."]).ends_with(1);
    assert!(run.stderr.is_empty() && !run.stdout.contains("referee validate"), "{run}");
    let said = run.stdout.split("\n\n1 case\n").next().unwrap().to_string();
    let solve = folder.referee_changing_nothing(&["solve", ".", "--verify"]);
    let check = folder.referee_changing_nothing(&["check", ".", "out"]);
    if is_forgiven {
        solve.ends_with(0);
        check.ends_with(0);
    } else {
        let strict = said.lines().next().unwrap().trim_start_matches("error: ");
        // Where white space is forgiven, a line ends anywhere, and what is wrong is the rest of the file.
        let ends = ["the line ends", "a line break", "a heap, an integer, found the end"];
        let is_of_an_end = ends.iter().any(|end| strict.contains(end));
        let message = if is_of_an_end { "./a.in, line" } else { strict };
        let help = "help: `referee validate` lists all such places";
        solve.ends_with(2).says(message).says(help);
        folder.referee_changing_nothing(&["solve", ".", "--force"]).ends_with(2).says(help);
        check.ends_with(3).says(message).says("(`referee validate` lists all such places)");
    }
    said
}

fn changed(from: &str, to: &str) -> String {
    assert!(ONE_MOVE.contains(from));
    ONE_MOVE.replacen(from, to, 1)
}

#[test]
fn every_way_to_leave_the_grammar_is_named_by_every_command() {
    let forty = "1234567890".repeat(4);
    let rule = "set 2 5 3\n";
    let inputs = [
        ("empty", String::new()),
        ("no rule", changed(rule, "")),
        ("an unknown rule", changed(rule, "cubes\n")),
        ("a rule in capitals", changed(rule, "Squares\n")),
        ("amounts after squares", changed(rule, "squares 1 4\n")),
        ("a set of nothing", changed(rule, "set\n")),
        ("amount 0", changed("5", "0")),
        ("a negative amount", changed("5", "-5")),
        ("an amount twice", changed("5", "2")),
        ("an amount too large", changed("5", "1000000000001")),
        ("an amount with forty digits", changed("5", &forty)),
        ("an amount with a leading zero", changed("5", "05")),
        ("an amount with a point", changed("5", "5.0")),
        ("amounts with commas", changed("2 5 3", "2, 5, 3")),
        ("p missing", changed("2\n6", "6")),
        ("p = 0", changed("\n2\n", "\n0\n")),
        ("p too large", changed("\n2\n", "\n1048577\n")),
        ("p with forty digits", changed("\n2\n", &format!("\n{forty}\n"))),
        ("p larger than the heaps there are", changed("\n2\n", "\n3\n")),
        ("p smaller than the heaps there are", changed("\n2\n", "\n1\n")),
        ("no heaps", changed("6 3\n", "")),
        ("a negative heap", changed("6 3", "6 -3")),
        ("a heap too large", changed("6 3", "6 4294967297")),
        ("a heap with forty digits", changed("6 3", &format!("6 {forty}"))),
        ("a heap in words", changed("6 3", "6 three")),
        ("something after the last heap", changed("6 3\n", "6 3\n7\n")),
        ("terminal escape", changed("6 3", "6 \x1b[2J")),
        ("byte order mark", format!("\u{feff}{ONE_MOVE}")),
    ];
    let mut text = String::new();
    for (what, input) in inputs {
        text.push_str(&format!("----- {what}\n{}\n", validated(&input, false)));
    }
    assert!(!text.contains('\x1b'));
    assert_snapshot!(text);
}

#[test]
fn unusual_white_space_is_named_by_validate_and_read_by_the_others() {
    let inputs = [
        ("carriage returns", ONE_MOVE.replace('\n', "\r\n")),
        ("no line end at the end", ONE_MOVE.trim_end().to_string()),
        ("two spaces between amounts", changed("2 5", "2  5")),
        ("two spaces between heaps", changed("6 3", "6  3")),
        ("tab", changed("6 3", "6\t3")),
        ("space before the first line", format!(" {ONE_MOVE}")),
        ("space after the amounts", changed("5 3", "5 3 ")),
        ("space after the heaps", changed("6 3", "6 3 ")),
        ("an empty line in between", changed("\n2\n", "\n\n2\n")),
        ("an empty line at the end", ONE_MOVE.to_string() + "\n"),
        ("each heap on its own line", changed("6 3", "6\n3")),
        ("p and the heaps on one line", changed("2\n6", "2 6")),
    ];
    let mut text = String::new();
    for (what, input) in inputs {
        text.push_str(&format!("----- {what}\n{}\n", validated(&input, true)));
        let folder = with_input(&input, "");
        folder.referee(&["solve", ".", "--force"]).ends_with(0);
        assert_eq!(folder.read("a.ans"), ANSWER, "{what}");
    }
    assert_snapshot!(text);
}

#[test]
fn an_input_cut_at_any_byte_is_refused_by_every_command() {
    for end in 0..ONE_MOVE.len() {
        let folder = with_input(&ONE_MOVE[..end], ANSWER);
        let validate = folder.referee_changing_nothing(&["validate", "."]).ends_with(1);
        validate.says("error: ./a.in, line");
        // What is read to judge forgives a missing line end, and nothing else.
        let whole = end == ONE_MOVE.len() - 1;
        let check = folder.referee_changing_nothing(&["check", ".", "out"]);
        check.ends_with(if whole { 0 } else { 3 });
        folder.referee(&["solve", ".", "--force"]).ends_with(if whole { 0 } else { 2 });
        assert_eq!(folder.read("a.ans"), ANSWER);
        assert_eq!(folder.left_over(), [""; 0]);
    }
}

#[test]
fn answers_are_held_to_their_strict_form_by_validate_alone() {
    let mut text = String::new();
    let mut validated = |what: &str, answer: &str| {
        let folder = with_input(ONE_MOVE, answer);
        let run = folder.referee_changing_nothing(&["validate", "."]).ends_with(1);
        text.push_str(&format!("----- {what}\n{}\n", run.stdout));
        folder
    };
    for (what, answer) in [
        ("carriage return", "hot 1 3\r\n"),
        ("no line end at the end", "hot 1 3"),
        ("a space at the end of the line", "hot 1 3 \n"),
        ("capitals", "Hot 1 3\n"),
        ("an empty line at the end", "hot 1 3\n\n"),
        ("leading zero", "hot 1 03\n"),
        ("plus", "hot +1 3\n"),
    ] {
        let folder = validated(what, answer);
        folder.referee(&["solve", ".", "--verify"]).ends_with(0);
        folder.referee(&["check", ".", "out"]).ends_with(0);
    }
    for (what, answer) in [
        ("no move", "hot\n"),
        ("a heap that does not exist", "hot 3 3\n"),
        ("more than the heap has", "hot 2 5\n"),
        ("an amount that may not be taken", "hot 1 4\n"),
        ("a move after cold", "cold 1 3\n"),
        ("another word", "won 1 3\n"),
    ] {
        let folder = validated(what, answer);
        folder.referee(&["solve", ".", "--verify"]).ends_with(1);
        folder.referee(&["check", ".", "out"]).ends_with(3);
    }
    assert_snapshot!(text);
}

#[test]
fn every_solver_gives_the_least_amount_of_the_first_heap() {
    for solver in ["fastest", "sieve", "convolution"] {
        let folder = with_cases();
        folder.case("secret/4-empty-heap", "squares\n1\n0\n", "");
        folder.case("secret/5-amounts-too-large", "set 7 1000000000000\n2\n6 5\n", "");
        folder.case("secret/6-late", "set 1 2 3\n1\n1000003\n", "");
        folder.referee(&["solve", "cases", "--force", "--solver", solver]).ends_with(0);
        folder.referee(&["solve", "cases", "--verify"]).ends_with(0);
        folder.referee(&["validate", "cases"]).ends_with(0);
        let answer = |name: &str| folder.read(format!("cases/{name}.ans"));
        assert_eq!(answer("sample/1-many-moves"), "hot 1 1\n");
        assert_eq!(answer("secret/2-one-move"), ANSWER);
        assert_eq!(answer("secret/3-cold"), "cold\n");
        assert_eq!(answer("secret/4-empty-heap"), "cold\n");
        assert_eq!(answer("secret/5-amounts-too-large"), "cold\n");
        assert_eq!(answer("secret/6-late"), "hot 1 3\n");
    }
    let folder = with_input(COLD, "cold\n");
    let run = folder.referee_changing_nothing(&["solve", ".", "--solver", "fast"]).ends_with(2);
    assert_snapshot!(run, @"
    exit code: 2
    ----- stderr -----
    error: unknown solver of subtraction-game `fast`
    help: known are: fastest, sieve, convolution
    ");
    let run = folder.referee_changing_nothing(&["solve", ".", "--solver", "adaptive"]).ends_with(2);
    assert_snapshot!(run, @"
    exit code: 2
    ----- stderr -----
    error: unknown solver of subtraction-game `adaptive`
    help: known are: fastest, sieve, convolution
    ");
}

#[test]
fn a_case_that_is_broken_stops_neither_the_others_nor_their_judgement() {
    let folder = with_cases();
    super::outputs(&folder, "ants", ["hot 1 1\n", ANSWER, "cold\n"]);
    folder.write("cases/secret/2-one-move.in", MANY_MOVES.replacen("\n1\n", "\n9\n", 1));
    let run = folder.referee_changing_nothing(&["check", "cases", "ants"]).ends_with(3);
    assert_snapshot!(run, @"
    exit code: 3
    subtraction-game: 3 cases, 1 contestant

                sample  secret
      ants      A       JA        2 of 3   1 not judged

    secret/2-one-move   judge error, counted against nobody
      cases/secret/2-one-move.in, line 4, column 1: expected 9 heaps, as p = 9 announces; the file ends after 1 (`referee validate` lists all such places)

    1 judge error, counted against nobody; 2 outputs judged, none refused.   exit code 3
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
