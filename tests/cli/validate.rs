//! `referee validate`.

use insta::assert_snapshot;

use crate::support::{BOB, Folder, TIE};

#[test]
fn good_cases() {
    let folder = Folder::with_cases();
    assert_snapshot!(folder.referee_changing_nothing(&["validate", "cases"]).ends_with(0), @"
    exit code: 0
    3 cases
      valid         3   sample/1-alice, secret/2-tie, secret/3-bob
    exit code 0
    ");
    let run = folder.referee(&["validate", "cases", "--quiet"]).ends_with(0);
    assert_eq!(run.stdout, "");
}

#[test]
fn every_fault_is_shown_with_its_place() {
    let folder = Folder::with_cases();
    folder.case("secret/2-tie", TIE.replace("1 4", "1  4"), "tie 1 1");
    folder.case("secret/3-bob", BOB.to_string() + "\n", "tie 1 2\n");
    folder.write("cases/secret/4.in", BOB);
    folder.write("cases/secret/5.ans", "Bob wins\n");
    assert_snapshot!(folder.referee_changing_nothing(&["validate", "cases"]).ends_with(1));
}
