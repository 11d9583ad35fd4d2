//! Folders that are empty, missing, linked in a circle, or contain special files or invalid names.

use std::fs;

use insta::assert_snapshot;

use crate::support::Folder;
use crate::support::skip;

#[test]
fn folders_that_are_missing_empty_or_files() {
    let folder = Folder::with_outputs();
    fs::create_dir_all(folder.path("empty")).unwrap();
    folder.write("polygon/problem.xml", "<problem/>");
    folder.write("file", "");
    let check = |cases: &str, outputs: &str| {
        folder.referee_changing_nothing(&["check", cases, outputs]).ends_with(2)
    };
    assert_snapshot!(check("nowhere", "outputs"), @"
    exit code: 2
    ----- stderr -----
    error: nowhere: there is no such file or folder
    help: name a folder with a problem.yaml, a problem.toml or cases, or a shipped problem: infinity-war, huepfburg, subtraction-game
    ");
    assert_snapshot!(check("empty", "outputs"), @"
    exit code: 2
    ----- stderr -----
    error: empty: there are no cases here: no file ends in .in
    ");
    assert_snapshot!(check("cases", "nowhere"), @"
    exit code: 2
    ----- stderr -----
    error: nowhere: there is no such file or folder
    ");
    assert_snapshot!(check("cases", "empty"), @"
    exit code: 2
    ----- stderr -----
    error: empty: there are no outputs here
    help: an output is named after its case, such as sample/1-alice.out
    ");
    assert_snapshot!(check("cases", "file"), @"
    exit code: 2
    ----- stderr -----
    error: file: outputs are given as a folder
    ");
    assert_snapshot!(check("file/x", "outputs"), @"
    exit code: 2
    ----- stderr -----
    error: file/x: there is no such file or folder
    ");
    for command in ["solve", "validate"] {
        folder
            .referee_changing_nothing(&[command, "empty"])
            .ends_with(2)
            .says("no file ends in .in");
        let run = folder.referee_changing_nothing(&[command, "polygon"]).ends_with(2);
        run.says("help: packages of Polygon are not read");
        let run = folder.referee_changing_nothing(&[command, "infinty-war"]).ends_with(2);
        run.says("did you mean `infinity-war`?");
    }
}

#[test]
fn an_empty_contestant_among_others_has_no_outputs() {
    let folder = Folder::with_outputs();
    fs::create_dir_all(folder.path("outputs/dora/secret")).unwrap();
    let run = folder.referee(&["check", "cases", "outputs"]).ends_with(1);
    let run = run.says("dora  3 missing: sample/1-alice, secret/2-tie, secret/3-bob");
    assert!(
        run.stdout.contains("  dora   -       --      0 of 3                             3\n"),
        "{run}"
    );
}

#[test]
fn a_contestant_without_a_single_output_is_no_folder_of_contestants() {
    let folder = Folder::with_outputs();
    folder.write("dora/secret/9.out", "Bob wins\n");
    fs::create_dir_all(folder.path("emil")).unwrap();
    let run = folder.referee(&["check", "cases", "outputs/ants", "dora", "emil"]).ends_with(1);
    run.says("dora  3 missing: sample/1-alice, secret/2-tie, secret/3-bob")
        .says("dora  secret/9.out does not count: there is no such case")
        .says("emil  3 missing: sample/1-alice, secret/2-tie, secret/3-bob");
    // With nobody to compare with, these are not the folders that were meant.
    assert_snapshot!(folder.referee(&["check", "cases", "dora", "emil"]).ends_with(2), @"
    exit code: 2
    ----- stderr -----
    error: dora: there are no outputs here, nor in the other folders
    help: an output is named after its case, such as sample/1-alice.out; secret/9.out does not count: there is no such case
    ");
}

#[test]
fn a_folder_that_is_a_link_to_itself() {
    let folder = Folder::with_outputs();
    std::os::unix::fs::symlink(folder.path("cases"), folder.path("cases/secret/again")).unwrap();
    std::os::unix::fs::symlink("self", folder.path("cases/self")).unwrap();
    std::os::unix::fs::symlink("nowhere", folder.path("cases/5.in")).unwrap();
    std::os::unix::fs::symlink("..", folder.path("outputs/ants/secret/up")).unwrap();
    assert_snapshot!(folder.referee_changing_nothing(&["validate", "cases"]).ends_with(1), @"
    exit code: 1
    error: cases/5.in: this link leads nowhere

    error: cases/secret/again: a cycle of links, back to cases

    error: cases/self: this link leads nowhere

    3 cases
      valid         3   sample/1-alice, secret/2-tie, secret/3-bob
    exit code 1
    ");
    folder.referee(&["solve", "cases"]).ends_with(2).says("a cycle of links, back to cases");
    let run = folder.referee(&["check", "cases", "outputs/ants"]).ends_with(3);
    assert_snapshot!(run, @"
    exit code: 3
    infinity-war: 3 cases, 1 contestant

            sample  secret  accepted
            1       2
      ants  A       AA      3 of 3

    judge error: cases/5.in: this link leads nowhere

    judge error: cases/secret/again: a cycle of links, back to cases

    judge error: cases/self: this link leads nowhere

    3 judge errors, counted against no submission; 3 outputs judged, none rejected.   exit code 3
    ");
}

#[test]
fn links_of_contestants_are_not_followed() {
    let folder = Folder::with_cases();
    folder.outputs("ants", ["Alice wins", "tie 1 1", "Bob wins"]);
    fs::remove_file(folder.path("ants/secret/3-bob.out")).unwrap();
    let answer = folder.path("cases/secret/3-bob.ans");
    std::os::unix::fs::symlink(answer, folder.path("ants/secret/3-bob.out")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", folder.path("ants/secret/3-bob.txt")).unwrap();
    assert_snapshot!(folder.referee(&["check", "cases", "ants"]).ends_with(1), @"
    exit code: 1
    infinity-war: 3 cases, 1 contestant

            sample  secret  accepted  missing
            1       2
      ants  A       A-      2 of 3    1

    ants  1 missing: secret/3-bob

    ants  secret/3-bob.out does not count: a link; an output must be a regular file
    ants  secret/3-bob.txt does not count: a link; an output must be a regular file

    1 output of 3 is wrong.   exit code 1
    ");
}

#[test]
fn pipes_are_not_waited_for() {
    let folder = Folder::with_cases();
    folder.outputs("ants", ["Alice wins", "tie 1 1", "Bob wins"]);
    folder.shell("cd ants/secret && rm 3-bob.out && mkfifo 3-bob.out").ends_with(0);
    let run = folder.referee(&["check", "cases", "ants"]).ends_with(1);
    assert_snapshot!(run, @"
    exit code: 1
    infinity-war: 3 cases, 1 contestant

            sample  secret  accepted  missing
            1       2
      ants  A       A-      2 of 3    1

    ants  1 missing: secret/3-bob

    ants  secret/3-bob.out does not count: a pipe or a device; an output must be a regular file

    1 output of 3 is wrong.   exit code 1
    ");

    folder.shell("cd cases/secret && mkfifo 4.in 4.ans").ends_with(0);
    assert_snapshot!(folder.referee(&["validate", "cases"]).ends_with(1), @"
    exit code: 1
    error: cases/secret/4.ans: this is a pipe or a device, not a file

    error: cases/secret/4.in: this is a pipe or a device, not a file

    3 cases
      valid         3   sample/1-alice, secret/2-tie, secret/3-bob
    exit code 1
    ");
    folder.referee(&["solve", "cases", "--force"]).ends_with(2);
    folder.referee(&["check", "cases", "ants"]).ends_with(3);
    folder.referee(&["solve", "cases/secret/4.in"]).ends_with(2).says("pipe or a device");
    folder.shell("test -p cases/secret/4.in && test -p cases/secret/4.ans").ends_with(0);
}

#[test]
fn names_that_are_not_utf_8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::with_cases();
    let odd = |start: &str, end: &str| {
        let bytes = [start.as_bytes(), b"\xff\xfe", end.as_bytes()].concat();
        OsStr::from_bytes(&bytes).to_os_string()
    };
    folder.referee(&[odd("", "")]).ends_with(2).says("unrecognized subcommand");
    folder.write(odd("cases/", ".in"), "");
    folder.write(odd("outputs/ants", "/secret/3-bob.out"), "Bob wins");
    folder.write(odd("outputs/ants", "/secret/3-bob").as_os_str(), "Bob wins");
    fs::create_dir(folder.path(odd("outputs/", ""))).unwrap();
    fs::write(folder.path(odd("outputs/", "")).join(odd("", ".out")), "Bob wins").unwrap();
    assert_snapshot!(folder.referee(&["validate", "cases"]).ends_with(1), @r#"
    exit code: 1
    error: cases/\xff\xfe.in: the name of this file is not UTF-8
    help: rename it; names of cases appear in reports and recipes

    3 cases
      valid         3   sample/1-alice, secret/2-tie, secret/3-bob
    exit code 1
    "#);
    let run = folder.referee(&["check", "cases", "outputs"]).ends_with(3);
    assert_snapshot!(run, @r"
    exit code: 3
    infinity-war: 3 cases, 2 contestants

                    sample  secret  accepted  missing
                    1       2
      ants\xff\xfe  -       -A      1 of 3    2
      \xff\xfe      -       --      0 of 3    3

    judge error: cases/\xff\xfe.in: the name of this file is not UTF-8 (rename it; names of cases appear in reports and recipes)

    ants\xff\xfe  2 missing: sample/1-alice, secret/2-tie

    \xff\xfe  3 missing: sample/1-alice, secret/2-tie, secret/3-bob

    \xff\xfe  \xff\xfe.out does not count: there is no such case

    1 judge error, counted against no submission; 6 outputs judged, 5 refused.   exit code 3
    ");
    let mut alone = folder.command(crate::support::REFEREE);
    alone.arg("validate").arg(odd("cases/", ".in"));
    folder.run_of(&alone.output().unwrap()).ends_with(2).says("not UTF-8");
}

#[test]
fn names_of_cases_with_control_characters_are_refused() {
    let folder = Folder::with_cases();
    folder.write("cases/\x1b[31m/4.in", "");
    folder.write("cases/\u{202e}5.ans", "");
    assert_snapshot!(folder.referee(&["validate", "cases"]).ends_with(1), @r#"
    exit code: 1
    error: cases/\x1b[31m/4.in: the name of this file has characters that cannot be printed
    help: rename it; names of cases appear in reports and recipes

    error: cases/\u{202e}5.ans: the name of this file has characters that cannot be printed
    help: rename it; names of cases appear in reports and recipes

    3 cases
      valid         3   sample/1-alice, secret/2-tie, secret/3-bob
    exit code 1
    "#);
    folder.referee(&["solve", "cases/\x1b[31m/4.in"]).ends_with(2);
}

#[test]
fn what_cannot_be_read_is_a_judge_error() {
    let folder = Folder::with_outputs();
    // The superuser reads everything, unless that capability is dropped.
    let as_user = "\"$referee\"";
    let without_right = "setpriv --bounding-set=-dac_override,-dac_read_search \"$referee\"";
    folder.shell("chmod 000 outputs/ants/secret/2-tie.out").ends_with(0);
    let command = [as_user, without_right]
        .into_iter()
        .find(|command| folder.shell(&format!("{command} check cases outputs -q")).code == Some(3));
    let Some(command) = command else {
        return skip("what_cannot_be_read_is_a_judge_error", "this user can read everything");
    };
    assert_snapshot!(folder.shell(&format!("{command} check cases outputs/ants")), @"
    exit code: 3
    infinity-war: 3 cases, 1 contestant

            sample  secret  accepted  not judged
            1       2
      ants  A       JA      2 of 3    1

    secret/2-tie   judge error, counted against no submission
      outputs/ants/secret/2-tie.out: cannot read it: Permission denied (os error 13)

    1 judge error, counted against no submission; 2 outputs judged, none rejected.   exit code 3
    ");
    folder.shell("chmod 000 cases/secret/2-tie.in cases/sample").ends_with(0);
    assert_snapshot!(folder.shell(&format!("{command} validate cases")).ends_with(3), @"
    exit code: 3
    judge error: cases/sample: cannot read it: Permission denied (os error 13)

    judge error: cases/secret/2-tie.in: cannot read it: Permission denied (os error 13)

    2 cases
      valid         1   secret/3-bob
      not valid     1   secret/2-tie
    exit code 3
    ");
    assert_snapshot!(folder.shell(&format!("{command} solve cases --force")).ends_with(3), @"
    exit code: 3
    judge error: cases/sample: cannot read it: Permission denied (os error 13)

    judge error: cases/secret/2-tie.in: cannot read it: Permission denied (os error 13)

    2 cases
      replaced     1   secret/3-bob
      failed       1   secret/2-tie
    exit code 3
    ");
    folder.shell(&format!("{command} check cases outputs")).ends_with(3);
    folder.shell("chmod 755 cases/sample cases/secret/2-tie.in").ends_with(0);
    folder.shell("chmod 555 cases/secret; rm cases/secret/3-bob.ans").ends_with(0);
    let run = folder.shell(&format!("{command} solve cases"));
    assert_snapshot!(run.ends_with(3), @"
    exit code: 3
    judge error: cases/secret/3-bob.ans: cannot write it: permission denied

    3 cases
      kept         2   sample/1-alice, secret/2-tie
      failed       1   secret/3-bob
    exit code 3
    ");
    folder.shell("chmod 755 cases/secret").ends_with(0);
    assert_eq!(folder.left_over(), [""; 0]);
}

#[test]
fn a_folder_that_is_called_like_a_file_is_a_folder() {
    let folder = Folder::with_cases();
    folder.write("cases/secret/4.in/5.in", crate::support::BOB);
    folder.write("cases/secret/4.in/5.ans", "Bob wins\n");
    folder.write("cases/manifest.toml/x", "");
    folder.referee(&["validate", "cases"]).ends_with(0).says("4 cases");
}
