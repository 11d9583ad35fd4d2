//! Inputs and answers of ours that leave the grammar, and what `solve` makes of those that do not.

use insta::assert_snapshot;

use super::{LATER, NEVER, SOON, with_cases, with_input};

const ANSWER: &str = "2\n1 3 4\n2 5 4\n";

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
        // Where white space is forgiven, a line that ends too soon goes on with the next one.
        let ends_too_soon = strict.contains("expected a single space");
        let message = if ends_too_soon { "./a.in, line" } else { strict };
        let help = "help: `referee validate` lists all such places";
        solve.ends_with(2).says(message).says(help);
        folder.referee_changing_nothing(&["solve", ".", "--force"]).ends_with(2).says(help);
        check.ends_with(3).says(message).says("(`referee validate` lists all such places)");
    }
    said
}

fn later(from: &str, to: &str) -> String {
    assert!(LATER.contains(from));
    LATER.replacen(from, to, 1)
}

#[test]
fn every_way_to_leave_the_grammar_is_named_by_every_command() {
    let forty = "1234567890".repeat(4);
    let inputs = [
        ("empty", String::new()),
        ("n = 0", "0 0\n".into()),
        ("n = 1", "1 1\n1 1\n".into()),
        ("n too large", later("6 6", "16777217 6")),
        ("n with forty digits", later("6 6", &format!("{forty} 6"))),
        ("m missing", "6\n".into()),
        ("m negative", later("6 6", "6 -1")),
        ("m larger than n * n", later("6 6", "6 37")),
        ("m with forty digits", later("6 6", &format!("6 {forty}"))),
        ("m larger than the arrows there are", later("6 6", "6 7")),
        ("m smaller than the arrows there are", later("6 6", "6 5")),
        ("an arrow from field 0", later("1 3", "0 3")),
        ("an arrow to a field after n", later("4 6", "4 7")),
        ("an arrow to a field with forty digits", later("4 6", &format!("4 {forty}"))),
        ("an arrow with one end", later("4 6\n", "4\n")),
        ("an arrow twice", later("6 4", "1 3")),
        ("an arrow twice on one line after the other", later("5 4", "2 5")),
        ("an arrow cut off at the end", later("\n6 4\n", "\n6\n")),
        ("terminal escape", later("3 4", "\x1b[2J")),
        ("byte order mark", format!("\u{feff}{LATER}")),
        ("words", later("3 4", "three four")),
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
        ("carriage returns", LATER.replace('\n', "\r\n")),
        ("no line end at the end", LATER.trim_end().to_string()),
        ("carriage returns, none at the end", LATER.trim_end().replace('\n', "\r\n")),
        ("two spaces", later("3 4", "3  4")),
        ("tab", later("3 4", "3\t4")),
        ("space before the line's end", later("3 4", "3 4 ")),
        ("an empty line in between", later("3 4", "\n3 4")),
        ("an empty line at the end", LATER.to_string() + "\n"),
        ("all on one line", LATER.replace('\n', " ")),
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
    for end in 0..LATER.len() {
        let folder = with_input(&LATER[..end], ANSWER);
        let validate = folder.referee_changing_nothing(&["validate", "."]).ends_with(1);
        validate.says("error: ./a.in, line");
        // What is read to judge forgives a missing line end, and nothing else.
        let whole = end == LATER.len() - 1;
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
    for (what, answer) in [
        ("carriage returns", "2\r\n1 3 4\r\n2 5 4\r\n"),
        ("no line end at the end", "2\n1 3 4\n2 5 4"),
        ("a space at the end of a line", "2\n1 3 4 \n2 5 4\n"),
        ("all on one line", "2 1 3 4 2 5 4\n"),
        ("an empty line at the end", "2\n1 3 4\n2 5 4\n\n"),
        ("leading zero", "2\n1 03 4\n2 5 4\n"),
        ("plus", "+2\n1 3 4\n2 5 4\n"),
    ] {
        let folder = with_input(LATER, answer);
        let run = folder.referee_changing_nothing(&["validate", "."]).ends_with(1);
        text.push_str(&format!("----- {what}\n{}\n", run.stdout));
        folder.referee(&["solve", ".", "--verify"]).ends_with(0);
        folder.referee(&["check", ".", "out"]).ends_with(0);
    }
    for (what, answer) in [
        ("a field too few", "2\n1 3\n2 5 4\n"),
        ("a field too many", "2\n1 3 4 6\n2 5 4\n"),
        ("a field that does not exist", "2\n1 3 4\n2 7 4\n"),
        ("no jumps", "0\n1\n2\n"),
        ("jumps with forty digits", "1234567890123456789012345678901234567890\n1 3 4\n2 5 4\n"),
        ("something after impossible", "impossible!\n"),
        ("no such arrow", "2\n1 4 4\n2 5 4\n"),
    ] {
        let folder = with_input(LATER, answer);
        let run = folder.referee_changing_nothing(&["validate", "."]).ends_with(1);
        text.push_str(&format!("----- {what}\n{}\n", run.stdout));
        folder.referee(&["solve", ".", "--verify"]).ends_with(1);
        folder.referee(&["check", ".", "out"]).ends_with(3);
    }
    assert_snapshot!(text);
}

#[test]
fn every_solver_gives_answers_with_the_least_number_of_jumps() {
    for solver in ["adaptive", "pairs", "layers"] {
        let folder = with_cases();
        folder.case("secret/4-no-arrows", "2 0\n", "");
        folder.case("secret/5-own-field", "3 4\n1 1\n2 3\n3 1\n3 3\n", "");
        folder.referee(&["solve", "cases", "--force", "--solver", solver]).ends_with(0);
        folder.referee(&["solve", "cases", "--verify", "--option=shortest"]).ends_with(0);
        folder.referee(&["validate", "cases"]).ends_with(0);
        let first = |name: &str| folder.read(format!("cases/{name}.ans"));
        assert_eq!(first("sample/1-soon"), "1\n1 3\n2 3\n");
        assert_eq!(first("secret/2-later"), ANSWER);
        assert_eq!(first("secret/3-never"), "impossible\n");
        assert_eq!(first("secret/4-no-arrows"), "impossible\n");
        assert_eq!(first("secret/5-own-field"), "2\n1 1 1\n2 3 1\n");
    }
    let folder = with_input(NEVER, "impossible\n");
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
    help: known are: adaptive, pairs, layers
    ");
}

#[test]
fn a_case_that_is_broken_stops_neither_the_others_nor_their_judgement() {
    let folder = with_cases();
    super::outputs(&folder, "ants", ["1\n1 3\n2 3\n", ANSWER, "impossible\n"]);
    folder.write("cases/secret/2-later.in", SOON.replacen("5 6", "5 9", 1));
    let run = folder.referee_changing_nothing(&["check", "cases", "ants"]).ends_with(3);
    assert_snapshot!(run, @"
    exit code: 3
    huepfburg: 3 cases, 1 contestant

                sample  secret
      ants      A       JA        2 of 3   1 not judged

    secret/2-later   judge error, counted against nobody
      cases/secret/2-later.in, line 8, column 1: expected 9 arrows, as m = 9 announces; the file ends after 6 (`referee validate` lists all such places)

    1 judge error, counted against nobody; 2 outputs judged, none refused.   exit code 3
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
