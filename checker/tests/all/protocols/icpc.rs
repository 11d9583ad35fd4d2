//! The ICPC protocol: exit codes, message files, judge errors.

use std::ffi::OsStr;
use std::path::Path;

use super::{Folder, TIE, code, run, validator};

/// Runs the ICPC protocol on `tie.in` of the folder, and returns the code and both messages.
fn icpc(folder: &Folder, answer: &str, output: &str) -> (i32, Option<String>, Option<String>) {
    icpc_by(validator(), folder, answer, output)
}

fn icpc_by(
    program: &Path,
    folder: &Folder,
    answer: &str,
    output: &str,
) -> (i32, Option<String>, Option<String>) {
    for name in ["feedback/judgemessage.txt", "feedback/teammessage.txt"] {
        let _ = std::fs::remove_file(folder.path(name));
    }
    let files = [folder.path("tie.in"), folder.path(answer), folder.path("feedback")];
    let mut arguments = vec![OsStr::new("--problem"), OsStr::new("infinity-war")];
    arguments.extend(files.iter().map(|file| file.as_os_str()));
    let ended = run(program, &arguments, output);
    (
        code(&ended),
        folder.read("feedback/judgemessage.txt"),
        folder.read("feedback/teammessage.txt"),
    )
}

/// Asserts what every build of the validator does with right, wrong and malformed outputs.
pub(crate) fn assert_icpc(program: &Path, folder: &Folder) {
    let check = |output: &str| icpc_by(program, folder, "tie.ans", output);
    let text = |text: &str| Some(text.to_string());
    assert_eq!(check("tie 1 2\n"), (42, text("accepted: tie 1 2\n"), None));
    assert_eq!(check("TIE\n21 21"), (42, text("accepted: tie 21 21\n"), None));
    let (code, judge, team) = check("tie 12 12\n");
    assert_eq!((code, team), (43, text("Bob can reach the square\n")));
    let judge = judge.expect("a message");
    let expected = "wrong answer\nsays      tie 12 12\n\
        but       Bob reaches (12,12): from (11,11) by move 1 (+1,0) to (12,11), by move 21 (0,+1) \
        to (12,12)\nsafe      tie ";
    assert!(judge.starts_with(expected), "{judge}");
    let (code, judge, team) = check("tie 1\n");
    assert_eq!(code, 43);
    assert_eq!(
        judge,
        text(
            "malformed output, line 2, column 1\nsays      tie 1\n\
             expected  a row, an integer, after the column\n"
        )
    );
    assert_eq!(
        team,
        text(
            "malformed output at line 2, column 1: expected a row, an integer, after the column\n"
        )
    );
}

#[test]
fn icpc_codes_and_messages() {
    let folder = Folder::new("icpc");
    assert_icpc(validator(), &folder);
    assert_eq!(icpc(&folder, "tie.ans", "").0, 43);
    assert_eq!(icpc(&folder, "tie.ans", "\0").0, 43);
    assert_eq!(icpc(&folder, "tie.ans", "Alice wins").0, 43);
    assert_eq!(icpc(&folder, "tie.ans", &"tie ".repeat(1_000_000)).0, 43);
}

#[test]
fn a_wrong_jury_is_a_judge_error_that_names_both() {
    let folder = Folder::new("jury");
    folder.write("wrong.ans", "Bob wins\n");
    folder.write("malformed.ans", "Carol wins\n");
    // Even if the contestant claims the same.
    let (code, judge, team) = icpc(&folder, "wrong.ans", "Bob wins\n");
    let judge = judge.expect("a message");
    assert_eq!((code, team), (3, None));
    assert!(judge.starts_with("judge error: the jury's answer "), "{judge}");
    assert!(judge.contains("wrong.ans is wrong itself: Bob wins: "), "{judge}");
    assert!(judge.ends_with("; the checker proves: tie\n"), "{judge}");
    let (code, judge, _) = icpc(&folder, "malformed.ans", "tie 1 2\n");
    let judge = judge.expect("a message");
    assert_eq!(code, 3);
    assert!(judge.contains("line 1, column 1: expected \"Alice wins\""), "{judge}");
}

#[test]
fn missing_and_broken_files_are_judge_errors() {
    let folder = Folder::new("missing");
    let (code, judge, team) = icpc(&folder, "none.ans", "tie 1 2\n");
    assert_eq!((code, team), (3, None));
    assert!(judge.expect("a message").starts_with("judge error: cannot read "));
    folder.write("tie.in", "2\n1 1\n1 1\n0 1\n1 0\n");
    let (code, judge, _) = icpc(&folder, "tie.ans", "tie 1 2\n");
    let judge = judge.expect("a message");
    assert_eq!(code, 3);
    assert!(judge.ends_with("tie.in, line 3, column 1: Bob on (1,1), where Alice already is\n"));
    folder.write("tie.in", TIE);
    std::fs::remove_dir_all(folder.path("feedback")).expect("it was there");
    assert_eq!(icpc(&folder, "tie.ans", "tie 1 2\n").0, 3);
}
