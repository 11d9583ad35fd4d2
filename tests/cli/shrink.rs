//! `referee hunt --from`: the smallest case on which a submission fails in the same way.

use insta::assert_snapshot;
use serde_json::Value;

use crate::judge::{RIGHT, with_submissions};
use crate::support::{Folder, Run, TIE};

/// Prints that Bob wins if the board is wider than 2.
const BOB_WINS: &str = "read n\ncase $n in 2) echo Alice wins;; *) echo Bob wins;; esac\n";

/// Shrinks a case: `PLACE SUBMISSION CASE`, and more flags.
fn shrink(folder: &Folder, arguments: &str) -> Run {
    let all = ["hunt"].into_iter().chain(arguments.split(' '));
    folder.referee(&all.chain(["--languages", "languages.toml"]).collect::<Vec<_>>())
}

/// Returns the report without the parts that differ between runs.
fn timeless(run: &Run) -> String {
    let is_kept = |line: &&str| !line.trim_start().starts_with("used ");
    run.stdout.lines().filter(is_kept).map(|line| format!("{line}\n")).collect()
}

#[test]
fn the_smallest_case_with_its_refutation() {
    let folder = with_submissions(&[("bob.sh", BOB_WINS)]);
    let before = folder.files();
    let run = shrink(&folder, "cases submissions/bob.sh --from secret/2-tie").ends_with(0);
    assert_eq!(run.stderr, "");
    assert_snapshot!(timeless(&run), @r"
    bob.sh  fails  on secret/2-tie
      shrunk    13 tokens, 27 bytes to 11 tokens, 22 bytes, 1-minimal: no single element can be removed, and no number lowered by one
      input     3
                1 2
                1 1
                0 0
                1 0
                0 1
      answer    tie 3 2
    bob.sh  the smallest case   wrong answer
      says      Bob wins
      but       there is a square that Bob cannot reach
      safe      tie 3 2 is one of 3 squares that Bob cannot reach
                3 | b . .   A Alice, B Bob
                2 | A b .   b within Bob's reach
                1 | B b b
                    1 2 3
      again     referee hunt --languages languages.toml --from secret/2-tie cases submissions/bob.sh
    ");
    assert_eq!(folder.files(), before, "nothing is written");
    // The path of the input works too, and any number of threads finds the same.
    let other = shrink(&folder, "cases submissions/bob.sh --from cases/secret/2-tie.in --jobs 1")
        .ends_with(0);
    // The resources used differ between runs; they come before the command.
    let found = |run: &Run| run.stdout.split("  used").next().map(String::from);
    assert_eq!(found(&other), found(&run));
}

#[test]
fn it_is_written_where_it_is_wanted() {
    let folder = with_submissions(&[("bob.sh", BOB_WINS)]);
    let run =
        shrink(&folder, "cases submissions/bob.sh --from secret/2-tie --out small").ends_with(0);
    run.says("again     referee hunt --languages languages.toml --from secret/2-tie cases submissions/bob.sh")
        .says("kept      small.in");
    let (input, answer) = (folder.read("small.in"), folder.read("small.ans"));
    assert_eq!(input.lines().next(), Some("3"));
    let judged = [
        "judge",
        "--languages",
        "languages.toml",
        "small.in",
        "submissions/bob.sh",
        "--problem",
        "infinity-war",
        "--record",
        "off",
    ];
    folder.referee(&judged).ends_with(1).says("wrong answer");
    shrink(&folder, "cases submissions/bob.sh --from secret/2-tie --out small")
        .ends_with(2)
        .says("small.in: this file already exists");
    folder.write("cases/secret/4-small.in", "old");
    let keep = "cases submissions/bob.sh --from secret/2-tie --keep secret/4-small --force";
    let run = shrink(&folder, keep).ends_with(0);
    run.says("kept      cases/secret/4-small.in");
    assert_eq!(folder.read("cases/secret/4-small.in"), input);
    assert_eq!(folder.read("cases/secret/4-small.ans"), answer);
    for (name, why) in [
        ("../4", "a case cannot be called"),
        ("/tmp/4", "a case cannot be called"),
        ("secret/4-small", "this file already exists"),
    ] {
        let keep = format!("cases submissions/bob.sh --from secret/2-tie --keep {name}");
        shrink(&folder, &keep).ends_with(2).says(why);
    }
}

#[test]
fn one_object_in_json() {
    let folder = with_submissions(&[("bob.sh", BOB_WINS)]);
    let run =
        shrink(&folder, "cases submissions/bob.sh --from secret/2-tie --report json").ends_with(0);
    let json: Value = serde_json::from_str(&run.stdout).unwrap();
    let json = &json["submissions"][0]["found"];
    assert_eq!((&json["verdict"], &json["end"]), (&"refuted".into(), &"minimal".into()));
    assert_eq!((&json["before"]["bytes"], &json["before"]["tokens"]), (&27.into(), &13.into()));
    let input = json["input"].as_str().unwrap();
    assert_eq!(json["after"]["bytes"], input.len());
    assert!(input.starts_with("3\n") && json["candidates"].as_u64() > Some(0), "{json}");
    assert!(json["answer"].as_str().is_some_and(|answer| answer.starts_with("tie ")), "{json}");
    assert_eq!(json["is_validated"], true);
}

#[test]
fn what_cannot_be_shrunk_is_refused() {
    let folder = with_submissions(&[
        ("right.sh", RIGHT),
        ("open-quote.chk", "echo 'Alice wins\n"),
        ("unknown.xyz", "?"),
        ("several/a.sh", RIGHT),
        ("several/b.sh", BOB_WINS),
    ]);
    folder.write("mine.in", TIE);
    for (arguments, message) in [
        ("cases submissions/right.sh --from mine.in", "error: mine.in: right.sh does not fail on"),
        ("cases submissions/right.sh --from secret/2-tie", "right.sh does not fail on this case"),
        ("cases submissions/open-quote.chk --from secret/2-tie", "open-quote.chk does not compile"),
        ("cases submissions/none.sh --from secret/2-tie", "there is no such file"),
        ("cases submissions/several --from secret/2-tie", "it is not clear which of its files"),
        ("cases submissions --from secret/2-tie", "--from takes one submission, not 2"),
        ("cases submissions/right.sh submissions/unknown.xyz --from secret/2-tie", "unknown.xyz: "),
        ("cases submissions/right.sh --from secret/2-tei", "did you mean secret/2-tie?"),
        ("nowhere submissions/right.sh --from 1", "there is no such file or folder"),
        ("cases submissions/right.sh --from secret/2-tie --slower 1", "not a number from 1.1"),
    ] {
        shrink(&folder, arguments).ends_with(2).says(message);
    }
    let run = shrink(&folder, "cases submissions/unknown.xyz --from secret/2-tie");
    assert_ne!(run.code, Some(0), "{run}");
    folder.write("cases/secret/5-broken.in", "4\n1 4\n");
    shrink(&folder, "cases submissions/right.sh --from secret/5-broken")
        .ends_with(2)
        .says("not valid");
}

#[test]
fn a_case_without_a_problem_around_it() {
    let folder = with_submissions(&[("bob.sh", BOB_WINS)]);
    folder.write("found.in", TIE);
    shrink(&folder, "cases submissions/bob.sh --from found.in")
        .ends_with(0)
        .says("bob.sh  fails  on found.in")
        .says("1-minimal");
}

/// A custom problem: the sum of numbers, which follow their count.
fn sums(validator: bool) -> Folder {
    let folder = with_submissions(&[]);
    let head = "format = 1\nname = 'sums'\ncases = 'data'\n[checker]\nkind = 'tokens'\n[solver]\ncommand = ['solve.sh']\n";
    let tail = if validator { "[validator]\ncommand = ['valid.sh']\n" } else { "" };
    folder.write("sums/problem.toml", format!("{head}{tail}"));
    folder.write("referee.toml", folder.read("languages.toml"));
    let sum = "read n\nread line\nsum=0\nfor i in $line; do sum=$((sum + i)); done\necho $sum\n";
    folder.write("sums/solve.sh", sum);
    let valid = "read n && read line || exit 43\nset -- $line\n[ $# = \"$n\" ] && [ $n -gt 0 ] && exit 42\nexit 43\n";
    folder.write("sums/valid.sh", valid);
    // Ignores the numbers after one above 40.
    let wrong = "read n\nread line\nsum=0\nfor i in $line; do sum=$((sum + i)); [ $i -gt 40 ] && break; done\necho $sum\n";
    folder.write("sums/submissions/wrong.sh", wrong);
    folder.write("sums/data/1.in", "7\n5 17 3 99 8 4 0\n");
    folder.write("sums/data/1.ans", "136\n");
    folder
}

#[test]
fn a_problem_that_nothing_is_known_of() {
    let folder = sums(true);
    let run = shrink(&folder, "sums sums/submissions/wrong.sh --from 1").ends_with(0);
    assert_snapshot!(timeless(&run), @r#"
    wrong.sh  fails  on 1
      shrunk    8 tokens, 18 bytes to 3 tokens, 7 bytes, 1-minimal: no single element can be removed, and no number lowered by one
      input     2
                41 1
      answer    42
    wrong.sh  the smallest case   wrong answer, line 1, column 1
      says      "41"
      expected  "42", at line 1, column 1 of the answer
      again     referee hunt --languages languages.toml --from 1 sums sums/submissions/wrong.sh
    "#);
    let folder = sums(false);
    shrink(&folder, "sums sums/submissions/wrong.sh --from 1")
        .ends_with(0)
        .says("there is no input validator");
    // Another solver than the one that wrote the answer may find none.
    folder.write("sums/solve.sh", "exit 1\n");
    let run = shrink(&folder, "sums sums/submissions/wrong.sh --from 1").ends_with(3);
    run.says("judge error: sums/data/1.in: the solver solve.sh: it ended with exit code 1");
}

#[test]
fn a_case_of_a_package() {
    let folder = crate::generate_package::package("data:\n  secret:\n    data: {}\n");
    folder.write("languages.toml", folder.read("referee.toml"));
    folder.write("p/data/secret/one.in", "a\nb\nc\nd\n");
    folder.write("p/data/secret/one.ans", "4\n");
    folder.write("p/submissions/wrong_answer/most-2.sh", "head -n 2 | wc -l | tr -d ' '\n");
    let run =
        shrink(&folder, "p p/submissions/wrong_answer/most-2.sh --from secret/one").ends_with(0);
    run.says("1-minimal").says("answer    3");
}

#[test]
fn too_slow_beside_an_accepted_submission() {
    // The case is nearly minimal, since each candidate on which the program never ends costs a time
    // limit.
    let slow = "read n\n[ $n -gt 2 ] && while :; do :; done\necho Bob wins\n";
    let folder = with_submissions(&[("accepted/right.sh", RIGHT), ("slow.sh", slow)]);
    folder.write(
        "cases/problem.toml",
        "format = 1\nproblem = 'infinity-war'\nsubmissions = '../submissions'\n",
    );
    let flags = "--from sample/1-alice --time-limit 0.1 --slower 3";
    let run = shrink(&folder, &format!("cases submissions/slow.sh {flags}")).ends_with(0);
    run.says("1-minimal")
        .says("3.0 times the CPU time of accepted/right.sh")
        .says("time limit exceeded")
        .says(" --from sample/1-alice --slower 3 cases submissions/slow.sh\n");
}
