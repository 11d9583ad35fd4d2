//! The option `shortest`: turned on by a flag or by `problem.toml`, and errors in options.

use insta::assert_snapshot;

use super::{LATER, PROBLEM};
use crate::support::Folder;

/// The cases, with one contestant with the fewest jumps and one with more.
fn with_outputs() -> Folder {
    let folder = PROBLEM.with_cases();
    PROBLEM.outputs(&folder, "outputs/ants", PROBLEM.cases.map(|(_, _, answer)| answer));
    let longer = "4\n1 3 4 6 4\n2 5 4 6 4\n";
    PROBLEM.outputs(&folder, "outputs/bees", ["2\n1 3 4\n2 3 4\n", longer, "impossible\n"]);
    folder
}

const CHECK: [&str; 3] = ["check", "cases", "outputs"];

#[test]
fn the_same_by_a_flag_and_by_the_file_of_the_problem() {
    let folder = with_outputs();
    folder.referee(&CHECK).ends_with(0).says("All 6 outputs are right.");
    let by_flag =
        folder.referee(&[&CHECK[..], &["--checker-option", "shortest"]].concat()).ends_with(1);
    let twice = ["--checker-option=shortest", "--checker-option", "shortest"];
    let twice = folder.referee(&[&CHECK[..], &twice].concat()).ends_with(1);
    assert_eq!(twice.stdout, by_flag.stdout);
    turn_on(&folder, "cases");
    let by_file = folder.referee_changing_nothing(&CHECK).ends_with(1);
    assert_eq!(by_file.stdout, by_flag.stdout);
    let both =
        folder.referee(&[&CHECK[..], &["--checker-option", "shortest"]].concat()).ends_with(1);
    assert_eq!(both.stdout, by_flag.stdout);
    assert_snapshot!(by_file);
}

/// Writes a `problem.toml` that turns the option on.
fn turn_on(folder: &Folder, name: &str) {
    let text = "format = 1\nproblem = \"huepfburg\"\noptions = [\"shortest\"]\n";
    folder.write(format!("{name}/problem.toml"), text);
}

#[test]
fn naming_the_problem_puts_the_file_aside_with_its_options() {
    let folder = with_outputs();
    turn_on(&folder, "cases");
    let named = [&CHECK[..], &["--problem", "huepfburg"]].concat();
    folder.referee(&named).ends_with(0);
    folder.referee(&[&named[..], &["--checker-option", "shortest"]].concat()).ends_with(1);
}

#[test]
fn programs_are_told_which_options_are_on() {
    let folder = with_outputs();
    let command = [&CHECK[..], &["--report", "jsonl", "--checker-option", "shortest"]].concat();
    let run = folder.referee(&command).ends_with(1);
    let started: serde_json::Value =
        serde_json::from_str(run.stdout.lines().next().unwrap()).unwrap();
    assert_eq!(started["event"], "started");
    assert_eq!(started["options"], serde_json::json!(["shortest"]));
}

#[test]
fn answers_of_the_jury_are_held_to_it_too() {
    let folder = with_outputs();
    folder.write("cases/secret/2-later.ans", "4\n1 3 4 6 4\n2 5 4 6 4\n");
    for command in [&["validate", "cases"][..], &["solve", "cases", "--verify"], &CHECK] {
        folder.referee_changing_nothing(command).ends_with(0);
    }
    let says = "the jury says \"4 jumps\", the checker proves otherwise: 2 jumps are enough";
    for (command, code) in
        [(&["validate", "cases"][..], 1), (&["solve", "cases", "--verify"], 1), (&CHECK, 3)]
    {
        let command = [command, &["--checker-option", "shortest"]].concat();
        folder.referee_changing_nothing(&command).ends_with(code).says(says);
    }
    turn_on(&folder, "cases/secret");
    assert_snapshot!(folder.referee_changing_nothing(&["validate", "cases"]).ends_with(1));
    folder.referee(&["solve", "cases", "--force"]).ends_with(0);
    folder.referee(&["solve", "cases", "--verify"]).ends_with(0);
}

#[test]
fn an_option_that_is_not_known() {
    let folder = with_outputs();
    for command in [&["validate", "cases"][..], &["solve", "cases"], &CHECK] {
        let command = [command, &["--checker-option", "shortes"]].concat();
        let run = folder.referee_changing_nothing(&command).ends_with(2);
        run.says(
            "error: unknown checker option of huepfburg `shortes`\nhelp: did you mean `shortest`?",
        );
    }
    let command = [&CHECK[..], &["--checker-option", "fewest"]].concat();
    assert_snapshot!(folder.referee_changing_nothing(&command).ends_with(2), @"
    exit code: 2
    ----- stderr -----
    error: unknown checker option of huepfburg `fewest`
    help: expected one of: shortest
    ");
    let command = [&CHECK[..], &["--checker-option", ""]].concat();
    assert_snapshot!(folder.referee_changing_nothing(&command).ends_with(2), @"
    exit code: 2
    ----- stderr -----
    error: unknown checker option of huepfburg ``
    help: expected one of: shortest
    ");
    let command = [&CHECK[..], &["--checker-option", "\u{1b}[2J"]].concat();
    assert_snapshot!(folder.referee_changing_nothing(&command).ends_with(2), @r#"
    exit code: 2
    ----- stderr -----
    error: unknown checker option of huepfburg `\x1b[2J`
    help: expected one of: shortest
    "#);
    let other = Folder::with_outputs();
    let command = [&CHECK[..], &["--checker-option", "shortest"]].concat();
    assert_snapshot!(other.referee_changing_nothing(&command).ends_with(2), @"
    exit code: 2
    ----- stderr -----
    error: unknown checker option of infinity-war `shortest`
    help: there are none
    ");
}

#[test]
fn options_that_are_wrong_in_the_file_of_the_problem() {
    let folder = with_outputs();
    let check = |problem: &str, options: &str| {
        let text = format!("format = 1\nproblem = \"{problem}\"\noptions = {options}\n");
        folder.write("cases/problem.toml", text);
        let run = folder.referee_changing_nothing(&CHECK).ends_with(2);
        assert_eq!(run.stdout, "");
        run.stderr
    };
    assert_snapshot!(check("huepfburg", "[\"shortes\"]"), @"
    error: cases/problem.toml, line 3, column 12: unknown checker option of huepfburg `shortes`
    help: did you mean `shortest`?
    ");
    assert_snapshot!(check("huepfburg", "[\n  \"shortest\",\n  \"quickest\",\n]"), @"
    error: cases/problem.toml, line 5, column 3: unknown checker option of huepfburg `quickest`
    help: expected one of: shortest
    ");
    assert_snapshot!(check("huepfburg", "\"shortest\""), @r#"
    error: cases/problem.toml, line 3, column 11: options must be a list of strings, as in ["a", "b"], found: string
      3 | options = "shortest"
        |           ^
    "#);
    assert_snapshot!(check("huepfburg", "[1]"), @r#"
    error: cases/problem.toml, line 3, column 11: options must be a list of strings, as in ["a", "b"], found: array
      3 | options = [1]
        |           ^
    "#);
    assert_snapshot!(check("infinity-war", "[\"shortest\"]"), @"
    error: cases/problem.toml, line 3, column 12: unknown checker option of infinity-war `shortest`
    help: there are none
    ");
    let text = "format = 1\nproblem = \"huepfburg\"\noption = [\"shortest\"]\n";
    folder.write("cases/problem.toml", text);
    assert_snapshot!(folder.referee_changing_nothing(&CHECK).ends_with(2), @r#"
    exit code: 2
    ----- stderr -----
    error: cases/problem.toml, line 3, column 1: unknown key `option`
      3 | option = ["shortest"]
        | ^
    help: did you mean `options`?
    "#);
    // An empty list and duplicates are allowed.
    for (options, code) in [("[]", 0), ("[\"shortest\", \"shortest\"]", 1)] {
        let text = format!("format = 1\nproblem = \"huepfburg\"\noptions = {options}\n");
        folder.write("cases/problem.toml", text);
        folder.referee(&CHECK).ends_with(code);
    }
}

#[test]
fn cases_with_options_beside_cases_without() {
    let folder = with_outputs();
    turn_on(&folder, "cases/secret");
    assert_snapshot!(folder.referee_changing_nothing(&CHECK).ends_with(2), @"
    exit code: 2
    ----- stderr -----
    error: cases: some of the cases are to be checked with options, others without
    help: check the folders of their problem.toml files one at a time
    ");
    // Commands that do not judge contestants use the options of each case's own folder.
    folder.referee(&["validate", "cases"]).ends_with(0);
    folder.referee(&["solve", "cases", "--verify"]).ends_with(0);
    // With the flag, all cases have the same options.
    folder.referee(&[&CHECK[..], &["--checker-option", "shortest"]].concat()).ends_with(1);
}

#[test]
fn cases_of_two_problems() {
    let folder = with_outputs();
    folder.write("cases/secret/problem.toml", "format = 1\nproblem = \"infinity-war\"\n");
    assert_snapshot!(folder.referee_changing_nothing(&CHECK).ends_with(2), @"
    exit code: 2
    ----- stderr -----
    error: cases: cases of several problems: huepfburg, infinity-war
    help: check the case folder of one problem at a time
    ");
    folder.case("secret/2-later", crate::support::BOB, "Bob wins\n");
    folder.case("secret/3-never", crate::support::ALICE, "Alice wins\n");
    folder.case("secret/deep/4", LATER, "2\n1 3 4\n2 5 4\n");
    turn_on(&folder, "cases/secret/deep");
    folder.referee(&["validate", "cases"]).ends_with(0).says("valid         4");
    folder.referee(&["solve", "cases", "--force"]).ends_with(0).says("replaced     4");
}
