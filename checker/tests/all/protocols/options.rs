//! Requirements beyond the rules, turned on under either protocol: `shortest` of Hüpfburg.

use std::ffi::OsStr;

use super::{Folder, code, run, stderr, validator};

/// The players meet on field 3 after one jump, and can stay there.
const CASTLE: &str = "3 3\n1 3\n2 3\n3 3\n";

const SHORTEST: &str = "1\n1 3\n2 3\n";
const LONGER: &str = "2\n1 3 3\n2 3 3\n";

fn castle(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("castle.in", CASTLE);
    folder.write("shortest.ans", SHORTEST);
    folder.write("longer.ans", LONGER);
    folder
}

/// Runs the ICPC protocol with `options` before the files and `flags` after them. Returns the code,
/// and the judge and team messages.
fn icpc(
    folder: &Folder,
    answer: &str,
    output: &str,
    [options, flags]: [&[&str]; 2],
) -> (i32, String, Option<String>) {
    let _ = std::fs::remove_file(folder.path("feedback/teammessage.txt"));
    let files = [folder.path("castle.in"), folder.path(answer), folder.path("feedback")];
    let arguments: Vec<&OsStr> = ["--problem", "huepfburg"]
        .iter()
        .chain(options)
        .map(OsStr::new)
        .chain(files.iter().map(|file| file.as_os_str()))
        .chain(flags.iter().map(OsStr::new))
        .collect();
    let ended = run(validator(), &arguments, output);
    let judge = folder.read("feedback/judgemessage.txt").expect("a message");
    (code(&ended), judge, folder.read("feedback/teammessage.txt"))
}

/// Runs the testlib protocol with options and returns the code and standard error.
fn testlib(folder: &Folder, answer: &str, output: &str, options: &[&str]) -> (i32, String) {
    folder.write("castle.out", output);
    let files = [folder.path("castle.in"), folder.path("castle.out"), folder.path(answer)];
    let arguments: Vec<&OsStr> = ["--problem", "huepfburg", "--protocol", "testlib"]
        .iter()
        .chain(options)
        .map(OsStr::new)
        .chain(files.iter().map(|file| file.as_os_str()))
        .collect();
    let ended = run(validator(), &arguments, "");
    (code(&ended), stderr(&ended))
}

fn accepted(claim: &str) -> (i32, String, Option<String>) {
    (42, format!("accepted: {claim}\n"), None)
}

/// The result of a run in which a longer meeting is rejected for its length.
fn too_long() -> (i32, String, Option<String>) {
    let judge = "wrong answer\n\
        says      2 jumps\n\
        but       1 jump is enough\n  \
          jump   0  1\n  \
          Sasha  1  3\n  \
          Mika   2  3\n";
    (43, judge.into(), Some("there is a shorter meeting\n".into()))
}

#[test]
fn without_options_any_meeting_is_right() {
    let folder = castle("any");
    for answer in ["shortest.ans", "longer.ans"] {
        let check = |output: &str| icpc(&folder, answer, output, [&[], &[]]);
        assert_eq!(check(SHORTEST), accepted("1 jump"));
        assert_eq!(check(LONGER), accepted("2 jumps"));
        assert_eq!(check("IMPOSSIBLE").0, 43);
        let check = |output: &str| testlib(&folder, answer, output, &[]);
        assert_eq!(check(SHORTEST), (0, "ok 1 jump\n".into()));
        assert_eq!(check(LONGER), (0, "ok 2 jumps\n".into()));
    }
}

#[test]
fn shortest_demands_the_least_number_of_jumps() {
    let folder = castle("least");
    let option: &[&str] = &["--option", "shortest"];
    let check = |output: &str| icpc(&folder, "shortest.ans", output, [option, &[]]);
    assert_eq!(check(SHORTEST), accepted("1 jump"));
    assert_eq!(check(LONGER), too_long());
    let check = |output: &str| testlib(&folder, "shortest.ans", output, option);
    assert_eq!(check(SHORTEST), (0, "ok 1 jump\n".into()));
    assert_eq!(check(LONGER), (1, "wrong answer 2 jumps: 1 jump is enough\n".into()));
    assert_eq!(check("0\n1\n2\n").0, 2);
}

#[test]
fn shortest_binds_the_jury_too() {
    let folder = castle("bound");
    let option: &[&str] = &["--option", "shortest"];
    let itself =
        "longer.ans is wrong itself: 2 jumps: 1 jump is enough; the checker proves: meeting\n";
    let (code, judge, team) = icpc(&folder, "longer.ans", SHORTEST, [option, &[]]);
    assert_eq!((code, team), (3, None));
    assert!(judge.starts_with("judge error: ") && judge.ends_with(itself), "{judge}");
    let (code, message) = testlib(&folder, "longer.ans", SHORTEST, option);
    assert_eq!(code, 3);
    assert!(message.starts_with("FAIL ") && message.ends_with(itself), "{message}");
}

#[test]
fn flags_for_validators_turn_options_on_and_unknown_ones_are_ignored() {
    let folder = castle("flags");
    let check = |flags: &[&str]| icpc(&folder, "shortest.ans", LONGER, [&[], flags]);
    for flags in [&[][..], &["case_sensitive"], &["float_tolerance", "1e-6"], &["SHORTEST"], &[""]]
    {
        assert_eq!(check(flags), accepted("2 jumps"), "{flags:?}");
    }
    for flags in [&["shortest"][..], &["1e-6", "shortest"], &["shortest", "shortest", "longest"]] {
        assert_eq!(check(flags), too_long(), "{flags:?}");
    }
}
