//! Compilers run once for each content, under limits of their own; and their results.

use referee_events::{ExpectationResult, Verdict};
use referee_judge::StopPolicy;

use crate::mock::{COMPILE_LIMITS, Folder};

#[test]
fn the_same_files_are_compiled_once() {
    let folder = Folder::with(&[
        ("accepted/a/main.built", "right"),
        ("accepted/b/main.built", "right"),
        ("wrong_answer/c/main.built", "right"),
        // Other names, other files and other contents make other programs.
        ("accepted/d/other.built", "right"),
        ("accepted/e/main.built", "right"),
        ("accepted/e/data.text", "right"),
        ("accepted/f/main.built", "right "),
        ("accepted/g/main.mock", "right"),
    ]);
    for jobs in [1, 4] {
        let outcome = folder.judge(StopPolicy::All, jobs);
        let compiled = outcome.mock.compiled.into_inner().unwrap();
        assert_eq!(compiled, [COMPILE_LIMITS; 4]);
        assert_eq!(outcome.totals.accepted, 7 * 3);
    }
}

#[test]
fn a_refusal_of_the_compiler_is_a_verdict() {
    for (word, message) in [
        ("errors", "1 error\n\\x1b"),
        ("mute", "the compiler fails without a message"),
        ("cpu", "the compiler takes more than 60 s"),
        ("wall", "the compiler takes more than 5 s of wall time"),
        ("killed-late", "the compiler takes more than 60 s"),
        ("killed-by-clock", "the compiler takes more than 60 s"),
        ("killed-full", "the compiler takes more than 512 MiB"),
        ("killed-nearly-full", "the compiler takes more than 512 MiB"),
        ("killed-writing", "the compiler writes a file of more than 0 MiB"),
        ("memory", "the compiler takes more than 512 MiB"),
        ("output", "the compiler writes without end"),
    ] {
        let folder = Folder::with(&[("a.built", &*format!("compiler {word}"))]);
        let outcome = folder.judge(StopPolicy::All, 1);
        let end = outcome.submissions()[0];
        assert_eq!(
            (end.verdict, end.met),
            (Some(Verdict::CompileError), ExpectationResult::NotPermitted)
        );
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
        let outcome = Folder::with(&[(name, text)]).judge(StopPolicy::All, 1);
        let end = outcome.submissions()[0];
        assert_eq!((end.verdict, end.met), (None, ExpectationResult::NotJudged));
        assert_eq!(end.message, message);
        assert_eq!((outcome.mock.runs(), outcome.judged().len()), (0, 0));
    }
}

#[test]
fn what_the_machine_does_to_a_compiler_is_no_verdict() {
    let folder = Folder::with(&[("a.built", "compiler killed")]);
    let outcome = folder.judge(StopPolicy::All, 1);
    let end = outcome.submissions()[0];
    assert_eq!((end.verdict, end.met), (None, ExpectationResult::NotJudged));
    assert_eq!(
        end.message,
        "the compiler, or a part of it, was killed, but not by one of its limits"
    );
    // A program can make its compiler report a full disk. If there is room, the compiler runs once
    // more, and its result is believed.
    let folder = Folder::with(&[("a.built", "compiler full")]);
    let outcome = folder.judge(StopPolicy::All, 1);
    let end = outcome.submissions()[0];
    assert_eq!(
        (end.verdict, outcome.mock.compiled.lock().unwrap().len()),
        (Some(Verdict::CompileError), 2)
    );
    assert_eq!(end.message, "as: out.o: No space left on device");
}

#[test]
fn a_defect_of_the_judge_costs_the_submission_that_meets_it_and_no_other() {
    for jobs in [1, 4] {
        let submissions = [
            ("accepted/a.mock", "right"),
            ("accepted/b.mock", "something-without-meaning"),
            ("accepted/c.mock", "wrong"),
            ("accepted/d.built", "compiler something-else-without-meaning"),
            ("accepted/e.mock", "right "),
        ];
        let outcome = Folder::with(&submissions).judge(StopPolicy::All, jobs);
        let ends = outcome.submissions();
        let mets: Vec<ExpectationResult> = ends.iter().map(|end| end.met).collect();
        let (well, not_judged) = (ExpectationResult::AsExpected, ExpectationResult::NotJudged);
        assert_eq!(mets, [well, not_judged, ExpectationResult::NotPermitted, not_judged, well]);
        assert!(
            ends[1].message.starts_with("internal error of the judge: "),
            "{}",
            ends[1].message
        );
        assert_eq!(outcome.totals.accepted, 2 * 3);
    }
}
