//! Wrong usage, which is a judge error.

use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

use super::{TIE, code, run, stderr, validator};

fn input_validator() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_referee-input-validator"))
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
        (
            &[][..],
            "error: --problem is missing; known are: infinity-war, huepfburg, subtraction-game",
        ),
        (&["--problem"], "error: --problem needs a name"),
        (
            &["--problem", "chess"],
            "error: unknown problem \"chess\"; known are: infinity-war, huepfburg, subtraction-game",
        ),
        (&["--problem", "infinity-war"], "error: INPUT is missing"),
        (&["--problem", "infinity-war", "a", "b"], "error: FEEDBACK_DIR is missing"),
        (&["--protocol", "smoke"], "error: --protocol is icpc or testlib"),
        (&["--problem", "huepfburg", "--option"], "error: --option needs a name"),
        (
            &["--problem", "huepfburg", "--option", "longest", "a", "b", "c"],
            "error: unknown option \"longest\" of huepfburg; known are: shortest",
        ),
        (
            &["--option", "shortest", "--problem", "infinity-war", "a", "b", "c"],
            "error: unknown option \"shortest\" of infinity-war; known are: none",
        ),
        (
            &["--problem", "infinity-war", "--protocol", "testlib", "a", "b"],
            "error: ANSWER is missing",
        ),
    ] {
        assert_eq!(usage(arguments), (3, message.to_string()), "{arguments:?}");
    }
}

#[test]
fn an_unknown_flag_of_any_bytes_is_ignored_by_the_validator_of_inputs() {
    use std::os::unix::ffi::OsStrExt;
    let arguments = [b"\xff".as_slice(), b"--problem", b"infinity-war"].map(OsStr::from_bytes);
    assert_eq!(code(&run(input_validator(), &arguments, TIE)), 42);
}

#[test]
fn the_validator_of_inputs_says_why_it_does_not_accept() {
    let named = ["--problem", "infinity-war"].map(OsStr::new);
    for (arguments, input, expected, message) in [
        (&named[..1], TIE, 3, "error: --problem needs a name"),
        (&named[..0], TIE, 3, "error: --problem is missing; known are: infinity-war"),
        (&named, "1\n", 43, "line 1, column 1: "),
    ] {
        let ended = run(input_validator(), arguments, input);
        assert_eq!(code(&ended), expected);
        assert!(stderr(&ended).starts_with(message), "{}", stderr(&ended));
    }
    // A folder cannot be read.
    let folder = std::fs::File::open(".").expect("a folder");
    let ended =
        Command::new(input_validator()).args(named).stdin(folder).output().expect("it ends");
    assert_eq!(code(&ended), 3);
    assert!(stderr(&ended).starts_with("judge error: cannot read the input: "));
}
