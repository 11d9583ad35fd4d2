//! Answers of millions of jumps, searches that do not fit in memory, and inputs that promise more
//! than they contain: all under a limit on the address space.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{Seek, SeekFrom, Write};

use insta::assert_snapshot;

use super::{LATER, PROBLEM};
use crate::shipped::{assert_input_refused, assert_output_judged};
use crate::support::{Folder, filled, sparse};

/// Enough for the threads, and less than the answer of [`RECIPE`] takes.
const FOR_STREAMS: u32 = 14;

/// Enough for the search as well.
const FOR_SEARCHES: u32 = 86;

/// A case whose answer has two million jumps, and 18 MB.
const RECIPE: &str = r#"format = 1
problem = "huepfburg"
salt = "test"

[[case]]
name = "wielandt"
family = "wielandt"
n = 2001
expect = "meeting"
"#;

const GENERATE: &str = "generate mine.toml --out cases";

fn with_long_answer() -> Folder {
    let folder = Folder::new();
    folder.write("mine.toml", RECIPE);
    folder.referee_within(FOR_SEARCHES, GENERATE).ends_with(0);
    folder
}

/// Overwrites the last bytes of a file.
fn change_end(folder: &Folder, name: &str, end: &str) {
    let mut file = File::options().write(true).open(folder.path(name)).unwrap();
    file.seek(SeekFrom::End(-(end.len() as i64))).unwrap();
    file.write_all(end.as_bytes()).unwrap();
}

#[test]
fn an_answer_of_millions_of_jumps_is_never_held_whole() {
    let folder = with_long_answer();
    let length = folder.path("cases/wielandt.ans").metadata().unwrap().len();
    assert!(length > u64::from(FOR_STREAMS) << 20, "{length} bytes");
    let answer = folder.read("cases/wielandt.ans");
    assert_eq!(answer.lines().next(), Some("2000001"));

    folder.referee_within(FOR_STREAMS, "validate cases").ends_with(0);
    folder.referee_within(FOR_STREAMS, "solve cases --verify").ends_with(0);
    let check = format!("{GENERATE} --check");
    folder.referee_within(FOR_SEARCHES, &check).ends_with(0).says("unchanged     1");
    folder.referee_within(FOR_SEARCHES, "solve cases --force").ends_with(0);
    assert!(folder.read("cases/wielandt.ans") == answer);
    folder
        .referee_within(FOR_SEARCHES, "solve cases --verify --checker-option shortest")
        .ends_with(0);

    // A difference near the end is found.
    change_end(&folder, "cases/wielandt.ans", "9\n");
    let run = folder.referee_within(FOR_SEARCHES, &check).ends_with(1);
    assert_snapshot!(run, @"
    exit code: 1
    wielandt: .ans on disk differs: the first 1048576 bytes are the same

    cases   1 case from mine.toml
      different     1   wielandt
    exit code 1
    ");
    let run = folder.referee_within(FOR_STREAMS, "validate cases").ends_with(1);
    assert_snapshot!(run, @r#"
    exit code: 1
    error: cases/wielandt.ans: the jury says "2000001 jumps", the checker proves otherwise: jump 2000001: Mika from 1 to 1849: there is no such arrow; the only arrow from 1 leads to 1846
    help: `referee solve --force CASES` rewrites the answer

    1 case
      not valid     1   wielandt
    exit code 1
    "#);
    folder.referee_within(FOR_STREAMS, "solve cases --verify").ends_with(1);
    let run = folder.referee_within(FOR_SEARCHES, &format!("{GENERATE} --force")).ends_with(0);
    run.says("replaced      1");
    assert!(folder.read("cases/wielandt.ans") == answer);

    // A case that was left out because of its large answer is made on demand.
    fs::remove_file(folder.path("cases/wielandt.in")).unwrap();
    fs::remove_file(folder.path("cases/wielandt.ans")).unwrap();
    folder.referee_within(FOR_SEARCHES, &check).ends_with(0).says("on demand     1");
    assert_eq!(folder.left_over(), [""; 0]);
}

#[test]
fn outputs_of_millions_of_jumps_are_judged_as_streams() {
    let folder = with_long_answer();
    let answer = folder.read("cases/wielandt.ans");
    folder.write("outputs/ants/wielandt.out", &answer);
    folder.write("outputs/bees/wielandt.out", &answer);
    change_end(&folder, "outputs/bees/wielandt.out", "9\n");
    folder.write("outputs/crabs/wielandt.out", &answer[..answer.len() - 5]);
    folder.write("outputs/dogs/wielandt.out", answer.replace('\n', "\r\n") + "\n7");
    let run = folder.referee_within(FOR_STREAMS, "check cases outputs").ends_with(1);
    assert_snapshot!(run);
    folder.write("eels/wielandt.out", "impossible\n");
    let run = folder.referee_within(FOR_SEARCHES, "check cases eels").ends_with(1);
    assert_snapshot!(run, @"
    exit code: 1
    huepfburg: 1 case, 1 contestant

               accepted  wrong
            1
      eels  W  0 of 1    1

    eels  wielandt   wrong answer
      says      impossible
      but       2000001 jumps lead them to one field
      Sasha     1 1846 1944 1437 516 775 ... 699 1240 767 679 160 1846
      Mika      2 1768 647 1084 447 1793 ... 1240 767 679 160 1 1846

    1 output of 1 is wrong.   exit code 1
    ");
    // With too little memory for a search, the jury's answer serves as the proof.
    let run = folder.referee_within(FOR_STREAMS, "check cases eels").ends_with(1);
    run.says("but       the jury's answer has them meet after 2000001 jumps");
}

/// A million fields in a row, each with an arrow to the next one, and no shorter way.
fn chain(first: &str) -> String {
    const N: u32 = 1_000_000;
    let mut input = format!("{N} {}\n{first}", N - 3 + first.lines().count() as u32);
    for field in 3..N {
        input += &format!("{field} {}\n", field + 1);
    }
    input
}

#[test]
fn a_search_that_does_not_fit_in_memory_is_not_begun() {
    let folder = Folder::new();
    folder.write("problem.toml", PROBLEM.toml());
    folder.write("a.in", chain("1 2\n2 3\n"));
    folder.write("b.in", LATER);
    for (solver, needed) in [
        ("adaptive", "two bits for each pair of 1000000 fields would take 250000000000 bytes"),
        ("pairs", "the queue of pairs of 1000000 fields would take 250000000000 bytes"),
        ("layers", "the pairs and the layers of 1000000 fields would take 125000000000 bytes"),
    ] {
        let solve = format!("solve . --force --solver {solver}");
        let run = folder.referee_within(512, &solve).ends_with(3);
        let run = run.says(&format!("judge error: ./a.in: {needed}"));
        let run = run.says("help: use a machine with more memory, or fewer --jobs");
        run.says("failed       1   a");
        assert_eq!(folder.names(), ["a.in", "b.ans", "b.in", "problem.toml"]);
        assert_eq!(folder.read("b.ans"), "2\n1 3 4\n2 5 4\n");
    }
}

#[test]
fn what_takes_too_much_memory_to_prove_is_a_judge_error() {
    let folder = PROBLEM.with_input(chain("1 3\n2 3\n"), "1\n1 3\n2 3\n");
    folder.write("out/bees/a.out", "impossible\n");
    folder.write("out/crabs/a.out", "1\n1 3\n2 4\n");
    // A meeting needs no search, and the jury's meeting shows that one exists.
    assert_snapshot!(folder.referee_within(512, "check . out").ends_with(1), @"
    exit code: 1
    huepfburg: 1 case, 3 contestants

                accepted  wrong
             1
      ants   A  1 of 1
      bees   W  0 of 1    1
      crabs  W  0 of 1    1

    bees  a   wrong answer
      says      impossible
      but       the jury's answer has them meet after 1 jump

    crabs  a   wrong answer, line 3, column 3
      says      1 jump
      but       jump 1: Mika from 2 to 4: there is no such arrow
      arrows    the only arrow from 2 leads to 3

    2 outputs of 3 are wrong.   exit code 1
    ");
    let too_much = "the search through pairs of 1000000 fields would take 250000000000 bytes";
    for command in ["validate .", "solve . --verify"] {
        folder.referee_within(512, command).ends_with(0);
        let run = folder
            .referee_within(512, &format!("{command} --checker-option shortest"))
            .ends_with(3);
        run.says(too_much);
    }
    let run = folder.referee_within(512, "check . out --checker-option shortest").ends_with(3);
    assert!(run.stdout.contains("3 judge errors, counted against no submission"), "{run}");
    folder.write("a.ans", "impossible\n");
    for command in ["validate .", "solve . --verify", "check . out"] {
        folder.referee_within(512, command).ends_with(3).says(too_much);
    }
}

#[test]
fn memory_that_is_only_just_too_little_is_no_crash() {
    let folder = with_long_answer();
    let answer = folder.read("cases/wielandt.ans");
    for mebibytes in [38, 46, 54, 70, 86] {
        for jobs in [1, 2] {
            let solve = format!("solve cases --force --jobs {jobs}");
            let run = folder.referee_within(mebibytes, &solve);
            assert!(matches!(run.code, Some(0 | 3)), "{mebibytes} MiB, {jobs} jobs: {run}");
            assert_eq!(folder.left_over(), [""; 0]);
        }
    }
    assert!(folder.read("cases/wielandt.ans") == answer);

    let folder = Folder::new();
    folder.write("mine.toml", RECIPE);
    // With less, the family cannot verify its promise either.
    for mebibytes in [20, 25, 30] {
        let run = folder.referee_within(mebibytes, GENERATE).ends_with(3);
        run.says("judge error: wielandt: solver adaptive: the pairs of 2001 fields found so far");
        assert_eq!(folder.names(), ["mine.toml"]);
    }
}

/// Fields of two colours, each with arrows to two of the other one: the players never meet, but
/// reach very many pairs within few jumps.
fn two_colours(n: u32) -> String {
    let arrows = (0..n).flat_map(|at| [1, 3].map(|factor| (at, (factor * at + 1) % n)));
    let distinct: BTreeSet<(u32, u32)> = arrows.collect();
    let lines = distinct.iter().map(|(from, to)| format!("{} {}\n", from + 1, to + 1));
    format!("{n} {}\n{}", distinct.len(), lines.collect::<String>())
}

#[test]
fn layers_that_suddenly_grow_are_no_crash() {
    let folder = PROBLEM.with_input(two_colours(8000), "impossible\n");
    for solver in ["adaptive", "pairs"] {
        for mebibytes in [30, 38, 46, 54] {
            let solve = format!("solve . --force --solver {solver}");
            folder.referee_within(mebibytes, &solve).ends_with(3).says("bytes of memory, of which");
            assert_eq!(folder.left_over(), [""; 0]);
        }
    }
    for mebibytes in [30, 54] {
        let run = folder.referee_within(mebibytes, "validate .").ends_with(3);
        run.says("judge error: ./a.ans: the search through pairs of 8000 fields would take");
    }
    folder.referee_within(512, "solve . --force").ends_with(0);
    assert_eq!(folder.read("a.ans"), "impossible\n");
}

#[test]
fn memory_is_bounded_whatever_an_input_promises() {
    const GIGABYTE: u64 = 1_000_000_000;
    let folder = PROBLEM.with_input(LATER, "2\n1 3 4\n2 5 4\n");
    let check = |says: &str| assert_input_refused(&folder, FOR_SEARCHES, says);
    folder.write("a.in", "16777216 4294967294\n1 3\n2 3\n");
    check("line 4, column 1: expected 4294967294 arrows, as m = 4294967294 announces");
    folder.write("a.in", "16777216 4294967295\n1 3\n2 3\n");
    check("line 1, column 10: m = 4294967295 is outside 0..=4294967294");
    sparse(&folder, "a.in", "", GIGABYTE);
    check("line 1, column 1: expected n, an integer, found a NUL byte");
    sparse(&folder, "a.in", "6 6\n1 3\n", GIGABYTE);
    check("line 3, column 1: expected");
    sparse(&folder, "a.in", LATER, GIGABYTE);
    check("line 8, column 1: expected the end of the file after the last arrow (m = 6)");
    filled(&folder, "a.in", b'7', 100);
    check("is outside 2..=16777216");
    filled(&folder, "a.in", b' ', 100);
    folder.referee_within(FOR_SEARCHES, "validate a.in").ends_with(1);
    // It would have to read as many arrows as there could be: too many.
    sparse(&folder, "a.in", "16777216 4294967294\n", 4 * GIGABYTE);
    let run = folder.referee_within(FOR_SEARCHES, "validate a.in").ends_with(3);
    run.says("judge error: a.in: cannot read it: out of memory");
    fs::remove_file(folder.path("a.in")).unwrap();
    assert_eq!(folder.left_over(), [""; 0]);
}

#[test]
fn the_most_fields_there_can_be_cost_memory_and_no_time() {
    let folder = PROBLEM.with_input("16777216 2\n1 16777216\n2 16777216\n", "");
    let answer = "1\n1 16777216\n2 16777216\n";
    folder.write("out/ants/a.out", answer);
    for solver in ["adaptive", "pairs", "layers"] {
        folder.referee_within(512, &format!("solve . --force --solver {solver}")).ends_with(0);
        assert_eq!(folder.read("a.ans"), answer);
    }
    folder.referee_within(512, "validate . --checker-option shortest").ends_with(0);
    folder.referee_within(512, "check . out").ends_with(0);
}

#[test]
fn memory_is_bounded_whatever_the_size_of_an_output() {
    let folder = PROBLEM.with_input(LATER, "2\n1 3 4\n2 5 4\n");
    let output = "out/ants/a.out";
    let check = |code, says: &str| assert_output_judged(&folder, FOR_STREAMS, code, says);
    filled(&folder, output, b' ', 30);
    check(1, "empty output");
    filled(&folder, output, b'1', 30);
    check(1, "malformed output, line 1, column 31457281");
    filled(&folder, output, b'\n', 30);
    let mut file = File::options().append(true).open(folder.path(output)).unwrap();
    file.write_all(b"2 1 3 4 2 5 4").unwrap();
    check(0, "The one output is right.");
    sparse(&folder, output, "2\n1 3 4\n2 5 4\n", 1_000_000_000);
    check(1, "output is not text, line 4, column 1");
    // The largest number of jumps, and then some of the jumps.
    folder.write(output, format!("9223372036854775807\n1 3 4{}", " 6 4".repeat(2_000_000)));
    check(1, "malformed output, line 2, column 8000006");
}
