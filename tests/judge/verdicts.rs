//! The verdict of each outcome of a run, and how far judging continues.

use referee_events::exit::Exit;
use referee_events::{ExpectationResult, Reason, Verdict};
use referee_judge::StopPolicy;

use crate::mock::Folder;

#[test]
fn each_end_of_a_run_has_its_reason_and_message() {
    let exited = |code| (Some(code), None);
    let killed = |signal| (None, Some(signal));
    let segv = "ended by SIGSEGV (bad memory access, or too deep a recursion)";
    let cpu = "stopped after 2.01 s of CPU time; the limit is 2.00 s";
    let late = "took 2.01 s of CPU time; the limit is 2.00 s";
    let wall = "stopped after 5.00 s of wall time: it worked 0.50 s";
    for (word, reason, verdict, message, end) in [
        ("right", Reason::Proved, Verdict::Accepted, "accepted", exited(0)),
        ("wrong", Reason::Refuted, Verdict::WrongAnswer, "", exited(0)),
        ("malformed", Reason::Malformed, Verdict::Malformed, "", exited(0)),
        ("silent", Reason::Empty, Verdict::NoOutput, "", exited(0)),
        ("late", Reason::TimeLimit, Verdict::TimeLimit, late, exited(0)),
        ("cpu", Reason::TimeLimit, Verdict::TimeLimit, cpu, killed(9)),
        ("wrong-cpu", Reason::TimeLimit, Verdict::TimeLimit, cpu, killed(9)),
        ("wall", Reason::TimeLimit, Verdict::TimeLimit, wall, killed(9)),
        (
            "memory",
            Reason::MemoryLimit,
            Verdict::MemoryLimit,
            "more than 256 MiB of memory",
            killed(9),
        ),
        (
            "output",
            Reason::OutputLimit,
            Verdict::OutputLimit,
            "more than 8 MiB of output",
            killed(9),
        ),
        ("code", Reason::RunTimeError, Verdict::RunTimeError, "ended with exit code 3", exited(3)),
        ("signal", Reason::RunTimeError, Verdict::RunTimeError, segv, killed(11)),
    ] {
        let outcome = Folder::with(&[("a.mock", word)]).judge(StopPolicy::FirstFailure, 1);
        let judged = outcome.judged()[0];
        assert_eq!((judged.reason, judged.verdict), (reason, verdict), "{word}");
        // An empty message here is one of the checker, whose own tests cover it.
        assert!(!judged.message.is_empty());
        assert!(message.is_empty() || judged.message == message, "{word}: {}", judged.message);
        let used = judged.used.expect(word);
        assert_eq!((used.exit, used.signal), end, "{word}");
        let late = matches!(word, "late" | "cpu" | "wrong-cpu");
        assert_eq!(used.cpu_seconds, if late { 2.01 } else { 0.5 }, "{word}");
        assert_eq!(used.wall_seconds, if word == "wall" { 5.0 } else { 0.75 }, "{word}");
        assert_eq!(used.memory_bytes, 9 << 20, "{word}");
        let answer = matches!(reason, Reason::Refuted | Reason::Malformed).then_some("Alice wins");
        assert_eq!(judged.answer.as_deref(), answer, "{word}");
        assert_eq!(outcome.submissions()[0].verdict, Some(verdict), "{word}");
    }
}

#[test]
fn the_standard_error_is_shown_and_made_harmless() {
    let outcome = Folder::with(&[("a.mock", "code")]).judge(StopPolicy::FirstFailure, 1);
    let facts: Vec<_> =
        outcome.judged()[0].facts.iter().map(|fact| (&*fact.label, fact.text.as_str())).collect();
    let stderr = "Traceback\n\\x1b[31mline 1: \\xff";
    assert_eq!(facts, [("but", "ended with exit code 3"), ("stderr", stderr)]);
}

#[test]
fn what_cannot_be_run_is_counted_against_nobody() {
    let outcome = Folder::with(&[("a.mock", "lost")]).judge(StopPolicy::FirstFailure, 1);
    assert_eq!(outcome.codes(), "JE JE JE");
    let judged = outcome.judged()[0];
    assert_eq!(judged.message, "the launcher is gone; start the sandbox anew");
    assert_eq!((judged.reason, judged.used), (Reason::JudgeError, None));
    let end = outcome.submissions()[0];
    assert_eq!((end.verdict, end.met), (None, ExpectationResult::NotJudged));
    assert_eq!((outcome.totals.refused, outcome.totals.judge_errors), (0, 3));
    assert_eq!(Exit::of_totals(&outcome.totals), Exit::JudgeError);
}

#[test]
fn judging_stops_at_the_first_failure_unless_all_is_asked_for() {
    for (words, first, all) in [
        ("right", "AC AC AC", "AC AC AC"),
        ("wrong right", "WA", "WA AC AC"),
        ("right signal wrong", "AC RTE", "AC RTE WA"),
        ("lost wrong right", "JE WA", "JE WA AC"),
        ("right lost right", "AC JE AC", "AC JE AC"),
    ] {
        let folder = Folder::with(&[("a.mock", words)]);
        for (mode, codes) in [(StopPolicy::FirstFailure, first), (StopPolicy::All, all)] {
            let outcome = folder.judge(mode, 1);
            assert_eq!(outcome.codes(), codes, "{words}");
            assert_eq!(outcome.mock.runs(), outcome.judged().len(), "{words}");
        }
    }
}

#[test]
fn the_slowest_case_and_the_first_failure_stand_for_the_submission() {
    let outcome = Folder::with(&[("a.mock", "right right-1s wrong")]).judge(StopPolicy::All, 1);
    let end = outcome.submissions()[0];
    let slowest = end.slowest.as_ref().unwrap();
    assert_eq!((&*slowest.case, slowest.cpu_seconds), ("2", 1.0));
    assert_eq!(
        (end.verdict, end.met),
        (Some(Verdict::WrongAnswer), ExpectationResult::NotPermitted)
    );
}
