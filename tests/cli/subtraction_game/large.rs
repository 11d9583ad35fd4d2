//! Heaps that do not fit in memory, very many heaps, and inputs that promise more than they
//! contain: all under a limit on the address space.

use std::fs::File;
use std::io::Write;

use insta::assert_snapshot;

use super::{ONE_MOVE, PROBLEM};
use crate::shipped::{assert_input_refused, assert_output_judged};
use crate::support::{Folder, Run, filled, sparse};

/// Enough for the threads and small games.
const SMALL: u32 = 70;

/// Less than a bit for each position of the largest heap.
const LESS_THAN_THE_LARGEST: u32 = 500;

const GIGABYTE: u64 = 1_000_000_000;

const LARGEST_CASE: &str = "squares\n1\n4294967296\n";
const MAX_HEAP: u64 = 1 << 32;

/// Returns the bytes of memory that a solver says it would need.
fn needed(run: &Run) -> u64 {
    let (_, rest) = run.stdout.split_once("judge error: ./a.in: the values of all heaps").unwrap();
    let (_, rest) = rest.split_once(" would take ").unwrap();
    rest.split_once(" bytes of memory, of which").unwrap().0.parse().unwrap()
}

#[test]
fn a_heap_that_does_not_fit_in_memory_is_not_begun() {
    let folder = Folder::new();
    folder.write("problem.toml", PROBLEM.toml());
    folder.write("a.in", LARGEST_CASE);
    folder.write("b.in", ONE_MOVE);
    for solver in ["fastest", "sieve", "convolution"] {
        let solve = format!("solve . --force --solver {solver}");
        let run = folder.referee_within(LESS_THAN_THE_LARGEST, &solve).ends_with(3);
        let run = run.says("help: use a machine with more memory, or fewer --jobs");
        let run = run.says("failed       1   a");
        assert!(needed(&run) >= MAX_HEAP / 8, "{run}");
        assert_eq!(folder.names(), ["a.in", "b.ans", "b.in", "problem.toml"]);
        assert_eq!(folder.read("b.ans"), "hot 1 3\n");
    }
}

#[test]
fn several_heaps_that_do_not_fit_in_memory_are_not_begun() {
    let folder = Folder::new();
    folder.write("problem.toml", PROBLEM.toml());
    folder.write("a.in", "squares\n2\n4294967296 4294967295\n");
    for solver in ["fastest", "sieve", "convolution"] {
        let solve = format!("solve . --solver {solver}");
        let run = folder.referee_within(LESS_THAN_THE_LARGEST, &solve).ends_with(3);
        assert!(needed(&run) >= 2 * MAX_HEAP, "{run}");
        assert_eq!(folder.names(), ["a.in", "problem.toml"]);
    }
}

#[test]
fn what_takes_too_much_memory_to_prove_is_a_judge_error() {
    let folder = PROBLEM.with_input(LARGEST_CASE, "hot 1 1\n");
    folder.write("out/bees/a.out", "hot 1 2\n");
    let said = ["validate .", "solve . --verify", "check . out"].map(|command| {
        let run = folder.referee_within(LESS_THAN_THE_LARGEST, command).ends_with(3);
        let (needed, rest) = run.stdout.split_once(" bytes of memory, of which").unwrap();
        let (_, rest) = rest.split_once('\n').unwrap();
        format!("$ {command}\n{needed} ...\n{rest}")
    });
    assert_snapshot!(said.join("\n"), @"
    $ validate .
    judge error: ./a.ans: the values of all heaps up to 4294967296 would take 638517248 ...
    help: use a machine with more memory, or fewer --jobs, which leaves more to each

    1 case
      not valid     1   a
    exit code 3

    $ solve . --verify
    judge error: ./a.ans: the values of all heaps up to 4294967296 would take 638517248 ...
    help: use a machine with more memory, or fewer --jobs, which leaves more to each

    1 case
      failed       1   a
    exit code 3

    $ check . out
    subtraction-game: 1 case, 2 contestants

               accepted  not judged
            1
      ants  J  0 of 1    1
      bees  J  0 of 1    1

    a   judge error, counted against no submission
      ./a.ans: the values of all heaps up to 4294967296 would take 638517248 ...

    2 judge errors, counted against no submission; no output was judged.   exit code 3
    ");
}

/// The solver only needs a period; the checker examines every position.
#[test]
fn the_period_of_a_set_answers_for_the_largest_heap_in_little_memory() {
    let folder = PROBLEM.with_input("set 1 2 3\n1\n4294967296\n", "");
    folder.referee_within(SMALL, "solve . --force").ends_with(0);
    assert_eq!(folder.read("a.ans"), "cold\n");
    folder
        .referee_within(SMALL, "validate .")
        .ends_with(3)
        .says("./a.ans: the values of all heaps");
    folder.write("a.in", "set 1 2 3\n3\n4294967295 4294967294 2\n");
    folder.referee_within(SMALL, "solve . --force").ends_with(0);
    assert_eq!(folder.read("a.ans"), "hot 1 3\n");
}

#[test]
fn memory_that_is_only_just_too_little_is_no_crash() {
    let folder = PROBLEM.with_input("squares\n1\n33554432\n", "");
    for solver in ["fastest", "sieve"] {
        for mebibytes in [14, 22, 30, 38, 54] {
            let solve = format!("solve . --force --solver {solver}");
            let run = folder.referee_within(mebibytes, &solve);
            assert!(matches!(run.code, Some(0 | 3)), "{solver}, {mebibytes} MiB: {run}");
            assert_eq!(folder.left_over(), [""; 0]);
        }
    }
}

/// A recipe for 100000 heaps.
const RECIPE: &str = r#"format = 1
problem = "subtraction-game"
salt = "test"

[[case]]
name = "many"
family = "many-heaps"
heaps = 100000
size = 1000
expect = "hot"
"#;

#[test]
fn a_hundred_thousand_heaps() {
    let folder = Folder::new();
    folder.write("mine.toml", RECIPE);
    folder.referee_within(SMALL, "generate mine.toml --out cases").ends_with(0);
    folder.referee_within(SMALL, "generate mine.toml --out cases --check").ends_with(0);
    folder.referee_within(SMALL, "validate cases").ends_with(0);
    let answer = folder.read("cases/many.ans");
    for solver in ["sieve", "convolution"] {
        let solve = format!("solve cases --force --solver {solver}");
        folder.referee_within(SMALL, &solve).ends_with(0);
        assert_eq!(folder.read("cases/many.ans"), answer, "{solver}");
    }
    folder.write("outputs/ants/many.out", &answer);
    folder.write("outputs/bees/many.out", "cold\n");
    folder.write("outputs/crabs/many.out", "hot 100001 1\n");
    let run = folder.referee_within(SMALL, "check cases outputs").ends_with(1);
    assert_snapshot!(run, @"
    exit code: 1
    subtraction-game: 1 case, 3 contestants

                accepted  wrong
             1
      ants   A  1 of 1
      bees   W  0 of 1    1
      crabs  W  0 of 1    1

    bees  many   wrong answer
      says      cold
      but       taking 36 from heap 73059, 246 to 210, leaves a cold position

    crabs  many   wrong answer
      says      hot 100001 1
      but       heaps go from 1 to 100000

    2 outputs of 3 are wrong.   exit code 1
    ");
}

#[test]
fn the_most_heaps_and_the_most_amounts_there_can_be() {
    const MAX_COUNT: usize = 1 << 20;
    let heaps = vec!["1"; MAX_COUNT].join(" ");
    let amounts: Vec<String> = (1..=MAX_COUNT).map(|amount| amount.to_string()).collect();
    let input = format!("set {}\n{MAX_COUNT}\n{heaps}\n", amounts.join(" "));
    let folder = PROBLEM.with_input(&input, "cold\n");
    folder.write("out/bees/a.out", "hot 1048576 1\n");
    for command in ["solve . --force", "validate ."] {
        folder.referee_within(256, command).ends_with(0);
    }
    assert_eq!(folder.read("a.ans"), "cold\n");
    assert_snapshot!(folder.referee_within(256, "check . out").ends_with(1), @"
    exit code: 1
    subtraction-game: 1 case, 2 contestants

               accepted  wrong
            1
      ants  A  1 of 1
      bees  W  0 of 1    1

    bees  a   wrong answer
      says      hot 1048576 1
      but       the opponent then takes 1 from heap 1, 1 to 0, and leaves a cold position
      cold      the position is cold: every move loses

    1 output of 2 is wrong.   exit code 1
    ");
}

#[test]
fn memory_is_bounded_whatever_an_input_promises() {
    let folder = PROBLEM.with_input(ONE_MOVE, "hot 1 3\n");
    let check = |says: &str| assert_input_refused(&folder, SMALL, says);
    folder.write("a.in", "squares\n1048576\n1 2\n");
    check("as p = 1048576 announces");
    sparse(&folder, "a.in", "", GIGABYTE);
    check("line 1, column 1: expected `squares` or `set`, found a NUL byte");
    sparse(&folder, "a.in", "set 1 2", GIGABYTE);
    check("line 1, column 7: expected an amount, an integer, found `2\\x00");
    sparse(&folder, "a.in", ONE_MOVE, GIGABYTE);
    check("line 4, column 1: expected the end of the file after the last heap (p = 2)");
    filled(&folder, "a.in", b'7', 100);
    check("line 1, column 1: expected `squares` or `set`");
    folder.write("a.in", format!("set {}", "7".repeat(10_000_000)));
    check("line 1, column 5: an amount = 77777");
    folder.write("a.in", format!("set 1{}\n1\n1\n", " 1".repeat(5_000_000)));
    check("line 1, column 2097157: expected a line break after 1048576 amounts");
    filled(&folder, "a.in", b' ', 100);
    folder.referee_within(SMALL, "validate a.in").ends_with(1);
    assert_eq!(folder.left_over(), [""; 0]);
}

#[test]
fn memory_is_bounded_whatever_the_size_of_an_output() {
    let folder = PROBLEM.with_input(ONE_MOVE, "hot 1 3\n");
    let output = "out/ants/a.out";
    let check = |code, says: &str| assert_output_judged(&folder, 14, code, says);
    filled(&folder, output, b' ', 30);
    check(1, "empty output");
    filled(&folder, output, b'h', 30);
    check(1, "malformed output, line 1, column 1");
    filled(&folder, output, b'\n', 30);
    let mut file = File::options().append(true).open(folder.path(output)).unwrap();
    file.write_all(b"hot 1 3").unwrap();
    check(0, "The one output is right.");
    sparse(&folder, output, "hot 1 3\n", GIGABYTE);
    check(1, "output is not text, line 2, column 1");
    folder.write(output, format!("hot 1 {}", "3".repeat(10_000_000)));
    check(1, "only these may be taken");
}
