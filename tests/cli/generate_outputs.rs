//! `generate` with an output validator: it checks answers and outputs, and records the dialogue of
//! samples. The programs here are shell scripts.

use insta::assert_snapshot;

use crate::generate_package::{NEW, data, generate, package};
use crate::support::Folder;

/// Answers guesses of the number in the input until one is right.
const GAME: &str = "read secret < \"$1\"\n\
    while read guess; do\n\
      [ \"$guess\" = \"$secret\" ] && { printf right; exit 42; }\n\
      if [ \"$guess\" -lt \"$secret\" ]; then echo higher; else echo lower; fi\n\
    done\n\
    echo the number was not found >&2\n\
    exit 43\n";

/// Guesses 1, 2, 3 and so on, or starts elsewhere.
const COUNTS: &str = "guess=${1:-1}\n\
    while echo $guess; read said; do guess=$((guess + 1)); done\n\
    [ \"$said\" = right ]\n";

/// A package with these rules for its samples, with an output validator and a solution.
fn samples(kind: &str, rules: &str, validator: &str, solution: &str) -> Folder {
    let rules: String = rules.lines().map(|line| format!("      {line}\n")).collect();
    let folder = package(&format!("data:\n  sample:\n    data:\n{rules}"));
    folder.write("p/problem.yaml", format!("{NEW}type: {kind}\n"));
    folder.write("p/output_validator/play.sh", validator);
    folder.write("p/submissions/accepted/lines.sh", solution);
    folder
}

#[test]
fn samples_show_what_is_said() {
    let rules = "talk: {in: '2'}
from: {in: '5', yaml: {args: ['4']}}
given: {in: '2', interaction: '>2'}
out: {in: '2', out: x}
shown: {in: '2', in.statement: two}
answered: {in: '2', ans.statement: two}
silent: {in: '2', solution: null}
";
    let folder = samples("interactive", rules, GAME, COUNTS);
    generate(&folder, &[]).ends_with(0);
    assert_snapshot!(data(&folder), @r#"
    sample/answered.ans: ""
    sample/answered.ans.statement: "two\n"
    sample/answered.in: "2\n"
    sample/from.ans: ""
    sample/from.in: "5\n"
    sample/from.interaction: ">4\n<higher\n>5\n<right\n"
    sample/from.yaml: "{args: ['4']}\n"
    sample/given.ans: ""
    sample/given.in: "2\n"
    sample/given.interaction: ">2\n"
    sample/out.ans: ""
    sample/out.in: "2\n"
    sample/out.out: "x\n"
    sample/shown.ans: ""
    sample/shown.in: "2\n"
    sample/shown.in.statement: "two\n"
    sample/silent.ans: ""
    sample/silent.in: "2\n"
    sample/talk.ans: ""
    sample/talk.in: "2\n"
    sample/talk.interaction: ">1\n<higher\n>2\n<right\n"
    "#);
    generate(&folder, &["--check"]).ends_with(0);
    // Another solution gives another dialogue.
    folder.write("p/submissions/accepted/lines.sh", "echo 2\nread said || true\n");
    generate(&folder, &["--force", "--only", "sample/talk"]).ends_with(0);
    assert_eq!(folder.read("p/data/sample/talk.interaction"), ">2\n<right\n");
}

#[test]
fn passes_stand_below_each_other() {
    let again = "read n < \"$1\"; read said; [ \"$said\" = $((n + n)) ] || exit 43\n\
        [ \"$said\" -gt $4 ] || echo $said > \"$3\"nextpass.in; exit 42\n";
    let rules = "a: {in: '2', yaml: {output_validator_args: ['8']}}\n";
    let twice = "read n; echo $((n + n))\n";
    let folder = samples("multi-pass\nlimits: {validation_passes: 3}", rules, again, twice);
    generate(&folder, &[]).ends_with(0);
    let expected = "<2\n>4\n---\n<4\n>8\n---\n<8\n>16\n";
    assert_eq!(folder.read("p/data/sample/a.interaction"), expected);
    folder.write("p/problem.yaml", format!("{NEW}type: multi-pass\n"));
    let run = generate(&folder, &[]).ends_with(3);
    run.says("sample/a: the output validator output_validator: it requests more than the maximum of 2 passes");
}

#[test]
fn who_talks_must_do_it_well() {
    let long = "head -c 1500000 /dev/zero | tr '\\0' x | fold -w 500\n";
    for (validator, solution, code, said) in [
        (
            GAME,
            "echo 1\n",
            2,
            "the solution submissions/accepted/lines.sh: the output validator rejects what it says: the number was not found",
        ),
        (GAME, "echo 2; exit 7\n", 3, "it ended with exit code 7"),
        ("exit 1\n", COUNTS, 3, "it ended with exit code 1; a validator must exit with 42"),
        ("if then\n", COUNTS, 3, "a validator must exit with 42"),
        (
            "while read x; do :; done; exit 42\n",
            long,
            2,
            "the interaction of this sample exceeds 1 MiB",
        ),
    ] {
        let folder = samples("interactive", "a: {in: '2'}\n", validator, solution);
        generate(&folder, &[]).ends_with(code).says("sample/a: ").says(said);
        assert_eq!(data(&folder), "", "{said}");
    }
}

#[test]
fn answers_and_outputs_are_looked_at() {
    let even =
        "read said; [ $((said % ${4:-2})) = 0 ] || { echo $said is odd >&2; exit 43; }; exit 42\n";
    let folder = package(
        "data:
  sample: {data: {a: {in: '1', ans: '2', out: '4'}}}
  secret:
    test_group.yaml: {output_validator_args: ['3']}
    data:
      - b: {in: '4', ans: '4'}
      - c: {in: '5', ans: '3'}
  valid_output: {data: {d: {in: '1', ans: '2', out: '5'}}}
  invalid_output: {data: {e: {in: '1', ans: '2', out: '6'}, f: {in: '3', ans: '2', out: '7'}}}
",
    );
    folder.write("p/problem.yaml", NEW);
    folder.write("p/output_validator/even.sh", even);
    let run = generate(&folder, &[]).ends_with(2);
    assert_snapshot!(run.stdout, @"
    error: p/generators/generators.yaml, line 9, column 27: invalid_output/e: the output validator accepts its output, which must be invalid
      9 |   invalid_output: {data: {e: {in: '1', ans: '2', out: '6'}, f: {in: '3', ans: '2', out: '7...
        |                           ^
    error: p/generators/generators.yaml, line 8, column 25: valid_output/d: the output validator rejects its output: 5 is odd
      8 |   valid_output: {data: {d: {in: '1', ans: '2', out: '5'}}}
        |                         ^

    p/data   7 cases by generators.yaml
      new           5   secret/test_group.yaml, sample/a, secret/1-b, secret/2-c, ...
      failed        2   invalid_output/e, valid_output/d
    exit code 2
    ");
    assert_snapshot!(run.stderr, @r"
    note: languages of referee.toml
    warning: p/generators/generators.yaml, line 6, column 9: secret/1-b: the output validator rejects its answer: 4 is odd
    ");
    folder.write("p/output_validator/even.sh", "kill -9 $$\n");
    let run = generate(&folder, &[]).ends_with(3).says("it was ended by signal 9");
    run.says("5 more cases failed for a reason above");
}

#[test]
fn old_packages_say_whether_they_have_an_output_validator() {
    let folder = package("data: {secret: {data: [a: {in: x, ans: y}]}}\n");
    folder.write("p/output_validators/one.sh", "[ \"$4\" = f ] && exit 42; exit 43\n");
    folder.write("p/output_validators/common.h", "no program\n");
    let refused = "the output validator rejects its answer";
    for (keys, is_asked) in [
        ("", false),
        ("validation: default\n", false),
        ("validation: custom\n", true),
        ("problem_format_version: 2023-07-draft\n", true),
        ("validation: custom\nvalidator_flags: f\n", false),
    ] {
        folder.write("p/problem.yaml", format!("name: Old\n{keys}"));
        let run = generate(&folder, &[]).ends_with(0);
        assert_eq!(run.stderr.contains(refused), is_asked, "{keys}{run}");
    }
}

#[test]
fn several_output_validators_must_all_accept() {
    let folder = package("data: {secret: {data: [a: {in: x, ans: y}]}}\n");
    folder.write("p/problem.yaml", "name: Old\nvalidation: custom\n");
    for (one, two, refused) in [(42, 42, false), (42, 43, true), (43, 42, true)] {
        folder.write("p/output_validators/one.sh", format!("exit {one}\n"));
        folder.write("p/output_validators/two.sh", format!("exit {two}\n"));
        let run = generate(&folder, &[]).ends_with(0);
        let says = run.stderr.contains("the output validator rejects its answer");
        assert_eq!(says, refused, "{one} {two}{run}");
    }
    folder.write("p/problem.yaml", "name: Old\nvalidation: custom interactive\n");
    let run = generate(&folder, &["--force"]).ends_with(0);
    run.says("there is more than one output validator; none is run here");
}
