//! `referee solve`.

use std::fs;

use insta::assert_snapshot;

use crate::support::{ALICE, BOB, Folder};

#[test]
fn answers_are_filled_in_kept_and_replaced() {
    let folder = Folder::with_cases();
    fs::remove_file(folder.path("cases/sample/1-alice.ans")).unwrap();
    folder.write("cases/secret/2-tie.ans", "tie 1 4\n");
    assert_snapshot!(folder.referee(&["solve", "cases"]).ends_with(0), @"
    exit code: 0
    3 cases
      written      1   sample/1-alice
      kept         2   secret/2-tie, secret/3-bob
    exit code 0
    ");
    assert_eq!(folder.read("cases/sample/1-alice.ans"), "Alice wins\n");
    assert_eq!(folder.read("cases/secret/2-tie.ans"), "tie 1 4\n");
    let run = folder.referee_changing_nothing(&["solve", "cases"]).ends_with(0);
    assert_snapshot!(run, @"
    exit code: 0
    3 cases
      kept         3   sample/1-alice, secret/2-tie, secret/3-bob
    exit code 0
    ");

    folder.write("cases/secret/3-bob.ans", "nonsense");
    assert_snapshot!(folder.referee(&["solve", "cases", "--force"]).ends_with(0), @"
    exit code: 0
    3 cases
      replaced     3   sample/1-alice, secret/2-tie, secret/3-bob
    exit code 0
    ");
    assert_eq!(folder.read("cases/secret/3-bob.ans"), "Bob wins\n");
    assert_eq!(folder.left_over(), [""; 0]);
}

#[test]
fn every_solver_can_be_chosen() {
    for solver in ["exact", "bidirectional", "brute-force"] {
        let folder = Folder::with_cases();
        folder.referee(&["solve", "cases", "--force", "--solver", solver]).ends_with(0);
        folder.referee(&["solve", "cases", "--verify"]).ends_with(0);
    }
    let folder = Folder::with_cases();
    let run = folder.referee_changing_nothing(&["solve", "cases", "--solver", "exakt"]);
    assert_snapshot!(run.ends_with(2), @"
    exit code: 2
    ----- stderr -----
    error: unknown solver of infinity-war `exakt`
    help: did you mean `exact`?
    ");
}

#[test]
fn verify_accepts_any_right_answer_and_shows_wrong_ones() {
    let folder = Folder::with_cases();
    folder.write("cases/secret/2-tie.ans", "TIE 1   4");
    let verify = ["solve", "cases", "--verify"];
    assert_snapshot!(folder.referee_changing_nothing(&verify).ends_with(0), @"
    exit code: 0
    3 cases
      right        3   sample/1-alice, secret/2-tie, secret/3-bob
    exit code 0
    ");
    folder.write("cases/sample/1-alice.ans", "tie 3 3\n");
    folder.write("cases/secret/2-tie.ans", "tie 4 3\n");
    fs::remove_file(folder.path("cases/secret/3-bob.ans")).unwrap();
    assert_snapshot!(folder.referee_changing_nothing(&verify).ends_with(1), @r#"
    exit code: 1
    error: cases/sample/1-alice.ans: the jury says "tie 3 3", the checker proves otherwise: Alice captures Bob: from (1,1) by move 1 (+1,+1) to (2,2)
    help: `referee solve --force CASES` rewrites the answer

    error: cases/secret/2-tie.ans: the jury says "tie 4 3", the checker proves otherwise: Bob reaches (4,3): from (4,1) by move 4 (0,+2) to (4,3); tie 1 1 is one of 8 squares that Bob cannot reach
    help: `referee solve --force CASES` rewrites the answer

    error: cases/secret/3-bob.ans: the case has no answer
    help: `referee solve CASES` makes it

    3 cases
      wrong        3   sample/1-alice, secret/2-tie, secret/3-bob
    exit code 1
    "#);
}

#[test]
fn a_single_input_is_a_case() {
    let folder = Folder::new();
    folder.write("1.in", BOB);
    folder.referee(&["solve", "1.in", "--problem", "infinity-war"]).ends_with(0);
    assert_eq!(folder.read("1.ans"), "Bob wins\n");
    folder.write("2.txt", ALICE);
    let run = folder.referee(&["solve", "2.txt", "--problem", "infinity-war"]).ends_with(2);
    assert_snapshot!(run, @"
    exit code: 2
    ----- stderr -----
    error: 2.txt: a case is a file that ends in .in
    ");
}

#[test]
fn a_folder_given_twice_is_solved_once() {
    let folder = Folder::with_cases();
    fs::remove_file(folder.path("cases/secret/3-bob.ans")).unwrap();
    let run = folder.referee(&["solve", "cases", "cases/secret"]).ends_with(0);
    assert_snapshot!(run, @"
    exit code: 0
    3 cases
      written      1   secret/3-bob
      kept         2   sample/1-alice, secret/2-tie
    exit code 0
    ");
}
