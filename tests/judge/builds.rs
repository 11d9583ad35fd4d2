//! Compilers: run once for each content, under limits of their own, and what comes of it.

use referee::events::{Met, Verdict};
use referee::judge::Mode;

use crate::mock::{COMPILE_LIMITS, Folder};

#[test]
fn the_same_files_are_compiled_once() {
    let folder = Folder::with(&[
        ("accepted/a/main.built", "right"),
        ("accepted/b/main.built", "right"),
        ("wrong_answer/c/main.built", "right"),
        // Other names, other files and other texts make other programs.
        ("accepted/d/other.built", "right"),
        ("accepted/e/main.built", "right"),
        ("accepted/e/data.text", "right"),
        ("accepted/f/main.built", "right "),
        ("accepted/g/main.mock", "right"),
    ]);
    for jobs in [1, 4] {
        let outcome = folder.judge(Mode::All, jobs);
        let compiled = outcome.mock.compiled.into_inner().unwrap();
        assert_eq!(compiled, [COMPILE_LIMITS; 4]);
        assert_eq!(outcome.totals.accepted, 7 * 3);
    }
}

#[test]
fn a_refusal_of_the_compiler_is_a_verdict() {
    for (word, message) in [
        ("errors", "1 error\n\\x1b"),
        ("mute", "the compiler fails and does not say why"),
        ("cpu", "the compiler takes more than 60 s"),
        ("wall", "the compiler takes more than 60 s"),
        ("memory", "the compiler takes more than 512 MiB"),
        ("output", "the compiler writes without end"),
    ] {
        let folder = Folder::with(&[("a.built", &*format!("compiler {word}"))]);
        let outcome = folder.judge(Mode::All, 1);
        let end = outcome.submissions()[0];
        assert_eq!((end.verdict, end.met), (Some(Verdict::CompileError), Met::NotPermitted));
        assert_eq!(end.message, message, "{word}");
        assert_eq!((outcome.mock.runs(), outcome.judged().len()), (0, 0), "{word}");
    }
}

#[test]
fn what_no_submission_can_help_is_no_verdict() {
    for (name, text, message) in [
        (
            "a.absent",
            "right",
            "`an-interpreter-that-nobody-has` is not installed, which Absent needs \
             (install it, or name another command with --languages)",
        ),
        ("a.built", "compiler lost", "the launcher is gone; start the sandbox anew"),
    ] {
        let outcome = Folder::with(&[(name, text)]).judge(Mode::All, 1);
        let end = outcome.submissions()[0];
        assert_eq!((end.verdict, end.met), (None, Met::NotJudged));
        assert_eq!(end.message, message);
        assert_eq!((outcome.mock.runs(), outcome.judged().len()), (0, 0));
    }
}
