//! The testlib protocol: exit codes, the message on standard error, report files.

use std::ffi::OsStr;

use super::{Folder, code, run, stderr, validator};

/// Runs the testlib protocol and returns the code and standard error.
fn testlib(folder: &Folder, answer: &str, output: &str, report: &[&OsStr]) -> (i32, String) {
    folder.write("tie.out", output);
    let files = [folder.path("tie.in"), folder.path("tie.out"), folder.path(answer)];
    let mut arguments: Vec<&OsStr> =
        ["--problem", "infinity-war", "--protocol", "testlib"].map(OsStr::new).to_vec();
    arguments.extend(files.iter().map(|file| file.as_os_str()));
    arguments.extend(report);
    let ended = run(validator(), &arguments, "");
    (code(&ended), stderr(&ended))
}

#[test]
fn testlib_codes_and_messages() {
    let folder = Folder::new("testlib");
    folder.write("wrong.ans", "Alice wins\n");
    let check = |output: &str| testlib(&folder, "tie.ans", output, &[]);
    assert_eq!(check("tie 1 2\n"), (0, "ok tie 1 2\n".into()));
    assert_eq!(
        check("tie 11 11\n"),
        (1, "wrong answer tie 11 11: (11,11) is Bob's own square\n".into())
    );
    assert_eq!(
        check("tie one 2\n"),
        (
            2,
            "wrong output format line 1, column 5: expected a column, an integer, after \"tie\"\n"
                .into()
        )
    );
    assert_eq!(check("").0, 2);
    let (code, message) = testlib(&folder, "wrong.ans", "tie 1 2\n", &[]);
    assert_eq!(code, 3);
    assert!(message.starts_with("FAIL the jury's answer "), "{message}");
    assert_eq!(testlib(&folder, "none.ans", "tie 1 2\n", &[]).0, 3);
}

#[test]
fn testlib_report_files() {
    let folder = Folder::new("report");
    let report = folder.path("report.xml");
    let plain: &[&OsStr] = &[report.as_os_str()];
    let appes: &[&OsStr] = &[report.as_os_str(), OsStr::new("-appes")];
    let see = "See file to check exit message\n".to_string();
    assert_eq!(testlib(&folder, "tie.ans", "tie 11 11\n", plain), (1, see.clone()));
    assert_eq!(
        folder.read("report.xml").as_deref(),
        Some("tie 11 11: (11,11) is Bob's own square\n")
    );
    assert_eq!(testlib(&folder, "tie.ans", "<\u{e9}>\n", appes), (2, see));
    assert_eq!(
        folder.read("report.xml").as_deref(),
        Some(
            "<?xml version=\"1.0\" encoding=\"windows-1251\"?><result outcome = \
             \"presentation-error\">line 1, column 1: expected &quot;Alice wins&quot;, &quot;Bob \
             wins&quot; or &quot;tie x y&quot;</result>\n"
        )
    );
    let nowhere = folder.path("none/report.xml");
    let (code, message) = testlib(&folder, "tie.ans", "tie 1 2\n", &[nowhere.as_os_str()]);
    assert_eq!(code, 3);
    assert!(message.starts_with("FAIL cannot write "), "{message}");
}
