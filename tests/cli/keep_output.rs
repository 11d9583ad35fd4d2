//! The output of submissions, kept by `judge --keep-output`.

use crate::judge::{RIGHT, judge, with_submissions};
use crate::support::Folder;

/// Prints an error message on every case but the first, and is wrong there.
const COMPLAINS: &str =
    "read n\ncase $n in 3) echo Alice wins;; *) echo so; echo sad >&2; echo no;; esac\n";

fn kept(folder: &Folder) -> Vec<String> {
    folder.names().into_iter().filter(|name| name.starts_with("kept/")).collect()
}

#[test]
fn each_run_has_its_files() {
    let folder =
        with_submissions(&[("accepted/right.sh", RIGHT), ("wrong_answer/sad.sh", COMPLAINS)]);
    judge(&folder, &["--keep-output", "kept"]).ends_with(0);
    // Cases that were not run have no files.
    let files = [
        "kept/accepted/right.sh/sample/1-alice.out",
        "kept/accepted/right.sh/secret/2-tie.out",
        "kept/accepted/right.sh/secret/3-bob.out",
        "kept/wrong_answer/sad.sh/sample/1-alice.out",
        "kept/wrong_answer/sad.sh/secret/2-tie.err",
        "kept/wrong_answer/sad.sh/secret/2-tie.out",
    ];
    assert_eq!(kept(&folder), files);
    assert_eq!(folder.read(files[0]), "Alice wins\n");
    // The whole output, although its first line is already wrong.
    assert_eq!(folder.read(files[5]), "so\nno\n");
    assert_eq!(folder.read(files[4]), "sad\n");
}

#[test]
fn what_is_recorded_is_run_again() {
    let folder = with_submissions(&[("accepted/right.sh", RIGHT)]);
    judge(&folder, &[]).ends_with(0);
    let run = judge(&folder, &["--keep-output", "kept"]).ends_with(0);
    assert!(!run.stdout.contains("kept from earlier"), "{run}");
    assert_eq!(kept(&folder).len(), 3);
    judge(&folder, &[]).ends_with(0).says("3 of 3 runs kept from earlier");
}

#[test]
fn nothing_is_overwritten_without_force() {
    let folder = with_submissions(&[("accepted/right.sh", RIGHT)]);
    folder.write("kept/mine.txt", "mine");
    folder.write("kept/accepted/right.sh/sample/1-alice.out", "old");
    let refused = judge(&folder, &["--keep-output", "kept"]).ends_with(2);
    refused.says("kept: this folder is not empty").says("--force adds to this one, and");
    assert_eq!(folder.read("kept/accepted/right.sh/sample/1-alice.out"), "old");
    judge(&folder, &["--keep-output", "kept", "--force"]).ends_with(0);
    assert_eq!(folder.read("kept/accepted/right.sh/sample/1-alice.out"), "Alice wins\n");
    assert_eq!(folder.read("kept/mine.txt"), "mine");
}

#[test]
fn runs_ahead_of_a_failure_do_not_count() {
    let wrong = "read n\necho Bob wins\n";
    let folder = with_submissions(&[("wrong_answer/wrong.sh", wrong)]);
    judge(&folder, &["--keep-output", "kept", "--jobs", "3"]).ends_with(0);
    assert_eq!(kept(&folder), ["kept/wrong_answer/wrong.sh/sample/1-alice.out"]);
}
