//! The stand-alone validator under both protocols: exit codes, message files, faults of the judge.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder of a test's own, gone afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(folder.join("feedback")).expect("a folder");
        let folder = Folder(folder);
        folder.write("tie.in", TIE);
        folder.write("tie.ans", "tie 1 2\n");
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).expect("a file");
    }

    fn read(&self, name: &str) -> Option<String> {
        std::fs::read_to_string(self.path(name)).ok()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Too large for a drawing, so that messages stay short: Bob, in the middle of 21 columns, goes right.
const TIE: &str = "21\n1 1\n11 11\n1 0\n2 0\n3 0\n4 0\n5 0\n6 0\n7 0\n8 0\n9 0\n10 0\n11 0\n12 0\n\
    13 0\n14 0\n15 0\n16 0\n17 0\n18 0\n19 0\n20 0\n0 1\n";

fn run(program: &Path, arguments: &[&OsStr], stdin: &str) -> Output {
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the validator starts");
    // A validator that ends early closes the pipe, which is its right.
    let _ = child.stdin.take().expect("a pipe").write_all(stdin.as_bytes());
    child.wait_with_output().expect("the validator ends")
}

fn validator() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_referee-checker"))
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("it was not killed")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Runs the ICPC protocol on `tie.in` of the folder, and returns code, judge and team message.
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

/// What every build of the validator does with right, wrong and malformed outputs.
fn assert_icpc(program: &Path, folder: &Folder) {
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
    // Even when the contestant says the same.
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

#[test]
fn wrong_usage_is_a_judge_error_and_help_is_none() {
    let usage = |arguments: &[&str]| {
        let arguments: Vec<&OsStr> = arguments.iter().map(OsStr::new).collect();
        let ended = run(validator(), &arguments, "");
        (code(&ended), stderr(&ended).lines().next().unwrap_or_default().to_string())
    };
    assert_eq!(usage(&["--help"]), (0, String::new()));
    for (arguments, message) in [
        (&[][..], "error: --problem is missing; known are: infinity-war"),
        (&["--problem"], "error: --problem needs a name"),
        (&["--problem", "chess"], "error: unknown problem \"chess\"; known are: infinity-war"),
        (&["--problem", "infinity-war"], "error: INPUT is missing"),
        (&["--problem", "infinity-war", "a", "b"], "error: FEEDBACK_DIR is missing"),
        (&["--protocol", "smoke"], "error: --protocol is icpc or testlib"),
        (
            &["--problem", "infinity-war", "--protocol", "testlib", "a", "b"],
            "error: ANSWER is missing",
        ),
    ] {
        assert_eq!(usage(arguments), (3, message.to_string()), "{arguments:?}");
    }
}

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
}

/// The sources of this crate are what an exported package compiles, without Cargo.
#[test]
fn a_bare_rustc_compiles_the_same_validator() {
    let folder = Folder::new("bare");
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let library = folder.path("libreferee_checker.rlib");
    let program = folder.path("validator").with_extension(std::env::consts::EXE_EXTENSION);
    let compile = |arguments: &[&OsStr]| {
        let rustc = std::env::var_os("RUSTC").unwrap_or("rustc".into());
        let compiled = Command::new(rustc).args(["--edition", "2024"]).args(arguments).output();
        let compiled = compiled.expect("rustc starts");
        assert!(compiled.status.success(), "{}", stderr(&compiled));
    };
    let words = |words: &'static [&'static str]| words.iter().map(OsStr::new);
    let mut of_library: Vec<&OsStr> =
        words(&["--crate-type", "rlib", "--crate-name", "referee_checker"]).collect();
    let source = sources.join("lib.rs");
    of_library.extend([OsStr::new("-o"), library.as_os_str(), source.as_os_str()]);
    compile(&of_library);
    let mut external = std::ffi::OsString::from("referee_checker=");
    external.push(&library);
    let source = sources.join("main.rs");
    compile(&[
        OsStr::new("--extern"),
        &external,
        OsStr::new("-o"),
        program.as_os_str(),
        source.as_os_str(),
    ]);
    assert_icpc(&program, &folder);
}
