//! Wrong arguments, recipes and `problem.toml` files.

use std::fs;

use insta::assert_snapshot;

use crate::support::{BOB, Folder};

#[test]
fn flags_that_are_wrong() {
    let folder = Folder::with_outputs();
    let run = |arguments: &[&str]| {
        let run = folder.referee_changing_nothing(arguments).ends_with(2);
        assert_eq!(run.stdout, "");
        run.stderr
    };
    assert_snapshot!(run(&["chekc", "cases", "outputs"]), @"
    error: unrecognized subcommand 'chekc'

      tip: a similar subcommand exists: 'check'

    Usage: referee [OPTIONS] <COMMAND>

    For more information, try '--help'.
    ");
    assert_snapshot!(run(&["check", "cases", "outputs", "--reprot", "csv"]), @"
    error: unexpected argument '--reprot' found

      tip: a similar argument exists: '--report'

    Usage: referee check --report <KIND[=FILE]> <CASES> <OUTPUTS>...

    For more information, try '--help'.
    ");
    // Keys of courses are not flags.
    assert_snapshot!(run(&["judge", "cases", "outputs", "--due", "2026-11-22"]), @"
    error: unexpected argument '--due' found

      tip: `due` stands in the course.toml that `referee grade` reads; `referee new --course` writes one

    Usage: referee judge [OPTIONS] <PROBLEM> [SUBMISSIONS]...
           referee judge --resume [PROBLEM]

    For more information, try '--help'.
    ");
    assert_snapshot!(run(&["check", "cases"]), @"
    error: the following required arguments were not provided:
      <OUTPUTS>...

    Usage: referee check <CASES> <OUTPUTS>...

    For more information, try '--help'.
    ");
    assert_snapshot!(run(&["check", "cases", "outputs", "--jobs", "0"]), @"
    error: invalid value '0' for '--jobs <N>': not a whole number from 1 to 65535

    For more information, try '--help'.
    ");
    assert_snapshot!(run(&["check", "cases", "outputs", "--jobs", "99999999999999999999"]), @"
    error: invalid value '99999999999999999999' for '--jobs <N>': not a whole number from 1 to 65535

    For more information, try '--help'.
    ");
    assert_snapshot!(run(&["solve", "cases", "--verify", "--force"]), @"
    error: the argument '--verify' cannot be used with '--force'

    Usage: referee solve --verify <CASES>...

    For more information, try '--help'.
    ");
    assert_snapshot!(run(&["generate", "a.toml", "b.toml", "--out", "x"]), @"
    error: --out is one folder, but there are several recipes
    help: generate them one at a time
    ");
    assert_snapshot!(run(&["problems", "infinity-wars"]), @"
    error: unknown problem `infinity-wars`
    help: did you mean `infinity-war`?
    ");
}

#[test]
#[expect(clippy::too_many_lines, reason = "a list of messages")]
fn a_problem_that_is_unknown_unnamed_or_badly_named() {
    let folder = Folder::with_cases();
    let validate = |text: Option<&[u8]>| {
        match text {
            Some(text) => folder.write("cases/problem.toml", text),
            None => fs::remove_file(folder.path("cases/problem.toml")).unwrap(),
        }
        folder.referee_changing_nothing(&["validate", "cases"]).ends_with(2).stderr
    };
    assert_snapshot!(validate(Some(b"format = 1\nproblem = \"infinty-war\"\n")), @"
    error: cases/problem.toml, line 2, column 11: unknown problem `infinty-war`
    help: did you mean `infinity-war`?
    ");
    assert_snapshot!(validate(Some(b"format = 1\nproblem = \"chess\"\n")), @"
    error: cases/problem.toml, line 2, column 11: unknown problem `chess`
    help: expected one of: infinity-war, huepfburg, subtraction-game
    ");
    assert_snapshot!(validate(Some(b"format = 1\nproblm = \"infinity-war\"\n")), @r#"
    error: cases/problem.toml, line 2, column 1: unknown key `problm`
      2 | problm = "infinity-war"
        | ^
    help: did you mean `problem`?
    "#);
    assert_snapshot!(validate(Some(b"format = 1\nproblem = \"infinity-war\"\nx = 1\n")), @"
    error: cases/problem.toml, line 3, column 1: unknown key `x`
      3 | x = 1
        | ^
    help: expected one of: format, cases, submissions, name, problem, options, recipe, limits, groups
    ");
    assert_snapshot!(validate(Some(b"problem = \"infinity-war\"\n")), @r#"
    error: cases/problem.toml, line 1, column 1: the key `format` is missing
      1 | problem = "infinity-war"
        | ^
    "#);
    assert_snapshot!(validate(Some(b"format = 2\nproblem = \"infinity-war\"\n")), @"
    error: cases/problem.toml, line 1, column 10: format = 2 is outside 1..=1
      1 | format = 2
        |          ^
    ");
    assert_snapshot!(validate(Some(b"format = 1\nproblem = 7\n")), @"
    error: cases/problem.toml, line 2, column 11: problem must be a string in quotes, found: integer
      2 | problem = 7
        |           ^
    ");
    assert_snapshot!(validate(Some(b"format = 1\nproblem = \"infinity-war\n")), @r#"
    error: cases/problem.toml, line 2, column 24: invalid basic string, expected `"`
      2 | problem = "infinity-war
        |                        ^
    "#);
    assert_snapshot!(validate(Some(b"format = 1\n# \xff\n")), @"error: cases/problem.toml, line 2, column 3: this is not UTF-8 text");
    assert_snapshot!(validate(Some(b"format = 1\nproblem = \"\\u001b[2J\"\n")), @r#"
    error: cases/problem.toml, line 2, column 11: unknown problem `\x1b[2J`
    help: expected one of: infinity-war, huepfburg, subtraction-game
    "#);
    assert_snapshot!(validate(Some(b"")), @"error: cases/problem.toml, line 1, column 1: the key `format` is missing");
    assert_snapshot!(validate(None), @r#"
    error: cases/sample: there is no problem.toml here or in a folder above
    help: name the problem with --problem, or write a problem.toml with the lines `format = 1` and `problem = "..."`
    "#);
    let run = folder.referee(&["validate", "cases", "--problem", "infinity_war"]).ends_with(2);
    assert_snapshot!(run.stderr, @"
    error: unknown problem `infinity_war`
    help: did you mean `infinity-war`?
    ");
    folder.referee(&["validate", "cases", "--problem", "infinity-war"]).ends_with(0);
}

#[test]
fn a_byte_order_mark_and_carriage_returns_in_configuration_are_forgiven() {
    let folder = Folder::with_cases();
    let text = "\u{feff}format = 1\r\nproblem = \"infinity-war\"\r\n";
    folder.write("cases/problem.toml", text);
    folder.referee(&["validate", "cases"]).ends_with(0);
}

#[test]
fn the_nearest_problem_counts_and_none_beside_the_way_up() {
    let folder = Folder::with_cases();
    folder.write("problem.toml", "broken");
    folder.referee(&["validate", "cases"]).ends_with(0);
    folder.referee(&["validate", "cases/secret/3-bob.in"]).ends_with(0);
    fs::remove_file(folder.path("problem.toml")).unwrap();
    // A problem.toml in the current folder says nothing about a sibling folder.
    folder.write("other/3-bob.in", BOB);
    let mut command = folder.command(crate::support::REFEREE);
    command.args(["validate", "../other"]).current_dir(folder.path("cases"));
    let run = folder.run_of(&command.output().unwrap()).ends_with(2);
    assert_snapshot!(run, @r#"
    exit code: 2
    ----- stderr -----
    error: ../other: there is no problem.toml here or in a folder above
    help: name the problem with --problem, or write a problem.toml with the lines `format = 1` and `problem = "..."`
    "#);
    folder.write("problem.toml", "broken");
    let run = folder.run_of(&command.output().unwrap()).ends_with(2);
    assert_snapshot!(run, @"
    exit code: 2
    ----- stderr -----
    error: [folder]/problem.toml, line 1, column 7: key with no value, expected `=`
      1 | broken
        |       ^
    ");
}

#[test]
fn a_recipe_that_is_missing_or_no_file() {
    let folder = Folder::new();
    fs::create_dir(folder.path("folder.toml")).unwrap();
    folder.write("recipe", "");
    let generate =
        |name: &str| folder.referee_changing_nothing(&["generate", name]).ends_with(2).stderr;
    assert_snapshot!(generate("nowhere.toml"), @"error: nowhere.toml: there is no such file or folder");
    assert_snapshot!(generate("folder.toml"), @"error: folder.toml: this is a folder, not a file");
    assert_snapshot!(generate("recipe"), @"
    error: unknown problem `recipe`
    help: name a recipe file with its extension, .toml
    ");
    let command = ["generate", "infinity-war", "--out", "recipe"];
    assert_snapshot!(folder.referee_changing_nothing(&command).ends_with(2).stderr, @"
    error: recipe: this is not a folder
    help: name another folder
    ");
    folder.write("recipe.zip", "");
    assert_snapshot!(generate("recipe.zip"), @"
    error: recipe.zip: this is an archive, not a recipe
    help: unpack it and name its folder
    ");
    assert_snapshot!(generate("infinty-war"), @"
    error: unknown problem `infinty-war`
    help: did you mean `infinity-war`?
    ");
}

#[test]
fn every_mistake_in_a_recipe_is_named_with_its_place() {
    let good = "format = 1\nproblem = \"infinity-war\"\nsalt = \"x\"\n\n\
        [[case]]\nname = \"secret/1\"\nfamily = \"uniform\"\nn = 4\n";
    let replace = |from: &str, to: &str| {
        assert!(good.contains(from));
        good.replacen(from, to, 1)
    };
    let recipes = [
        ("an unknown key", replace("n = 4", "n = 4\nsede = 7")),
        ("an unknown key far from all others", replace("n = 4", "n = 4\nwhatever = 7")),
        ("an unknown key at the top", replace("salt", "slat")),
        ("an unknown family", replace("uniform", "unifrom")),
        ("an unknown problem", replace("infinity-war", "infinity")),
        ("an unknown solver", replace("salt", "solver = \"exat\"\nsalt")),
        ("a key missing", replace("n = 4\n", "")),
        ("no cases", replace("[[case]]", "[case]")),
        ("nothing", String::new()),
        ("a number out of range", replace("n = 4", "n = 1")),
        ("a number of forty digits", replace("n = 4", &format!("n = {}", "9".repeat(40)))),
        ("a text for a number", replace("n = 4", "n = \"4\"")),
        ("a number for a text", replace("\"secret/1\"", "1")),
        ("a count too large", replace("n = 4", "n = 4\ncount = 1001")),
        ("no TOML", replace("n = 4", "n = ")),
        ("a key twice", replace("n = 4", "n = 4\nn = 5")),
        ("a name outside the folder", replace("secret/1", "../1")),
        ("an absolute name", replace("secret/1", "/etc/1")),
        ("a name with a terminal escape", replace("secret/1", "a\\u001b[2J")),
        ("a case twice", good.to_string() + &good[good.find("[[").unwrap()..]),
        (
            "a case in capitals",
            good.to_string() + &good[good.find("[[").unwrap()..].replace("secret", "Secret"),
        ),
    ];
    let folder = Folder::new();
    let mut text = String::new();
    for (what, recipe) in recipes {
        folder.write("mine.toml", recipe);
        let run = folder.referee_changing_nothing(&["generate", "mine.toml"]).ends_with(2);
        assert_eq!(run.stdout, "");
        text.push_str(&format!("----- {what}\n{}\n", run.stderr));
    }
    assert!(!text.contains('\x1b'));
    // This test does not depend on which families there are.
    assert_snapshot!(text);
}
