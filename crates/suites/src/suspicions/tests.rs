//! Classes with something wrong, made of events.

use std::sync::Arc;

use super::*;
use referee_events::{
    Event, FORMAT, JudgedCase, JudgedProgram, NearLimit, Reason, Runs, Slowest, Started,
    SubmissionResult, VERSION,
};

const CASES: [&str; 13] = [
    "sample/1",
    "secret/01",
    "secret/02",
    "secret/03",
    "secret/04",
    "secret/05",
    "secret/06",
    "secret/07",
    "secret/08",
    "secret/09",
    "secret/10",
    "secret/11",
    "more/sample/1",
];

/// A submission of a class.
#[derive(Clone)]
struct Program {
    language: &'static str,
    /// The failures: number of the case, reason, output.
    failures: Vec<(usize, Reason, &'static str)>,
    seconds: f64,
    /// Judged only until its first failure.
    stops: bool,
    is_near: bool,
    expected: Option<&'static str>,
    untouched: Option<Untouched>,
    does_not_compile: bool,
}

fn right() -> Program {
    Program {
        language: "Python 3",
        failures: Vec::new(),
        seconds: 0.1,
        stops: false,
        is_near: false,
        expected: None,
        untouched: None,
        does_not_compile: false,
    }
}

fn failing(case: usize, output: &'static str) -> Program {
    Program { failures: vec![(case, Reason::Refuted, output)], ..right() }
}

fn in_language(language: &'static str, seconds: f64) -> Program {
    Program { language, seconds, ..right() }
}

fn slow(language: &'static str) -> Program {
    Program { failures: vec![(7, Reason::TimeLimit, "")], ..in_language(language, 2.1) }
}

/// Returns the suspicions about a class.
fn suspicions(class: &[Program]) -> Vec<Suspicion> {
    let mut collector = SuspicionCollector::default();
    collector.event(&Event::Started(Started {
        format: FORMAT.into(),
        version: VERSION,
        referee: "0".into(),
        problem: "chess".into(),
        options: Vec::new(),
        cases: CASES.iter().map(|case| Arc::from(*case)).collect(),
        contestants: Vec::new(),
        not_on_disk: Vec::new(),
        runs: Some(Runs { cpu_milliseconds: 2000, ..Runs::default() }),
        groups: Vec::new(),
        full_score: None,
        shard: None,
        hosts: Vec::new(),
    }));
    for (number, program) in class.iter().enumerate() {
        let name: Arc<str> = format!("s{number}").into();
        let cases = if program.does_not_compile { &[][..] } else { &CASES[..] };
        let mut verdict = program.does_not_compile.then_some(Verdict::CompileError);
        for (at, case) in cases.iter().enumerate() {
            let failure = program.failures.iter().find(|(case, ..)| *case == at);
            let reason = failure.map_or(Reason::Proved, |(_, reason, _)| *reason);
            let judged = JudgedCase::plain(&name, &(*case).into(), reason, String::new());
            collector.event(&Event::Judged(JudgedCase {
                output_digest: failure
                    .filter(|(.., output)| !output.is_empty())
                    .map(|(.., output)| format!("{:016x}", output.len() as u64 * 31)),
                near_limit: failure.filter(|_| program.is_near).map(|_| NearLimit::Longer),
                ..judged
            }));
            verdict = verdict.or(failure.map(|_| reason.verdict()));
            if failure.is_some() && program.stops {
                break;
            }
        }
        let slowest = Slowest { case: CASES[7].into(), cpu_seconds: program.seconds };
        let judged = JudgedProgram {
            file: "a".into(),
            language: program.language.into(),
            written_as: None,
            writes: None,
        };
        collector.event(&Event::Submission(SubmissionResult {
            verdict: verdict.or(Some(Verdict::Accepted)),
            program: Some(judged),
            slowest: Some(slowest),
            expected: program.expected.map(String::from),
            untouched: program.untouched,
            again: vec![name.to_string()],
            ..SubmissionResult::unjudged(&name)
        }));
    }
    collector.suspicions()
}

/// Returns the suspicions other than cases that no submission fails.
fn others(class: &[Program]) -> Vec<Suspicion> {
    let mut all = suspicions(class);
    all.retain(|one| !matches!(one.kind, SuspicionKind::NobodyFails { .. }));
    all
}

fn class(parts: &[(usize, Program)]) -> Vec<Program> {
    parts.iter().flat_map(|(count, one)| std::iter::repeat_n(one.clone(), *count)).collect()
}

#[test]
fn a_wrong_answer_of_the_jury_shows_in_equal_outputs() {
    let found = others(&class(&[(2, right()), (21, failing(7, "yes")), (4, failing(7, "no"))]));
    let expected = SuspicionKind::OneCase {
        case: "secret/07".into(),
        pass_the_rest: 27,
        equal_outputs: 21,
        is_rest_run: true,
        is_only: true,
    };
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((&found[0].kind, found[0].submissions.len()), (&expected, 25));
    assert_eq!(found[0].again, ["s2"]);
}

#[test]
fn a_case_that_many_pass_is_only_hard() {
    assert_eq!(others(&class(&[(5, right()), (5, failing(7, "yes"))])), []);
    // Two fail by chance.
    assert_eq!(others(&class(&[(5, slow("Go")), (2, failing(7, "yes"))]).split_off(3)), []);
}

#[test]
fn behind_a_first_failure_only_equal_outputs_are_odd() {
    let stopped = |output| Program { stops: true, ..failing(7, output) };
    let differ = ["a", "bb", "ccc", "dddd", "eeeee"].map(stopped);
    assert_eq!(others(&differ), []);
    let found = others(&class(&[(5, stopped("yes"))]));
    assert!(
        matches!(found[0].kind, SuspicionKind::OneCase { is_rest_run: false, .. }),
        "{found:?}"
    );
    // A failure on the very first case says nothing about the rest.
    assert_eq!(
        others(&class(&[(5, Program { stops: true, ..failing(0, "yes") }), (3, right())])),
        []
    );
}

#[test]
fn what_a_jury_expects_to_fail_does_not_count() {
    let expected = Program { expected: Some("wrong answer"), ..failing(7, "yes") };
    assert_eq!(others(&class(&[(9, expected), (1, right())])), []);
    assert_eq!(suspicions(&class(&[(4, failing(7, "yes"))])), [], "four are no class");
}

#[test]
fn cases_that_nobody_fails_are_named_where_everybody_was_run() {
    let found = suspicions(&class(&[(5, right()), (5, failing(7, "yes"))]));
    let SuspicionKind::NobodyFails { cases } = &found[0].kind else { panic!("{found:?}") };
    assert_eq!((cases.len(), &*cases[0]), (10, "secret/01"), "samples are there to be passed");
    let stopped = Program { stops: true, ..failing(7, "yes") };
    assert_eq!(suspicions(&class(&[(5, right()), (5, stopped)])), []);
    assert_eq!(suspicions(&class(&[(5, right())])), [], "nobody fails anything");
}

#[test]
fn a_limit_that_many_just_miss_is_named() {
    let near = Program { is_near: true, ..slow("Java") };
    let found = others(&class(&[(9, in_language("Java", 1.0)), (3, near.clone())]));
    let limit = SuspicionKind::JustTooSlow { case: "secret/07".into(), limit_seconds: 2.0 };
    assert_eq!(found.iter().map(|one| &one.kind).collect::<Vec<_>>(), [&limit]);
    assert_eq!(others(&class(&[(9, in_language("Java", 1.0)), (2, near)])), []);
}

#[test]
fn a_language_that_fails_as_a_whole_is_named() {
    let broken = Program { does_not_compile: true, ..in_language("Java", 0.0) };
    let found = others(&class(&[(3, broken.clone()), (4, right())]));
    let kind =
        SuspicionKind::LanguageFails { language: "Java".into(), verdict: Verdict::CompileError };
    assert_eq!(found.iter().map(|one| &one.kind).collect::<Vec<_>>(), [&kind]);
    assert_eq!(others(&class(&[(3, broken), (1, in_language("Java", 0.1)), (3, right())])), []);
}

#[test]
fn a_language_too_slow_for_the_limit_is_named() {
    let found = others(&class(&[(5, in_language("C++", 0.1)), (3, slow("Python 3"))]));
    let kind = SuspicionKind::LanguageTooSlow {
        language: "Python 3".into(),
        other: "C++".into(),
        accepted: 5,
    };
    assert!(found.iter().any(|one| one.kind == kind), "{found:?}");
    let one_is_fast = class(&[(5, in_language("C++", 0.1)), (3, slow("Python 3")), (1, right())]);
    assert_eq!(others(&one_is_fast), []);
}

#[test]
fn a_language_slower_than_its_twin_is_named() {
    let slow = |seconds| (3, in_language("C", seconds));
    let fast = (3, in_language("C++", 0.2));
    let found = others(&class(&[slow(0.5), fast.clone()]));
    let kind = SuspicionKind::SlowerThanTwin {
        language: "C".into(),
        twin: "C++".into(),
        seconds: 0.5,
        twin_seconds: 0.2,
    };
    assert_eq!(found.iter().map(|one| &one.kind).collect::<Vec<_>>(), [&kind]);
    assert_eq!(others(&class(&[slow(0.39), fast.clone()])), []);
    // Python is not a twin of C++.
    assert_eq!(others(&class(&[(3, in_language("Python 3", 0.9)), fast])), []);
}

#[test]
fn what_is_empty_or_as_given_is_named() {
    let empty = Program { untouched: Some(Untouched::Empty), ..failing(7, "") };
    let given = Program { untouched: Some(Untouched::AsGiven), ..right() };
    let found = others(&class(&[(1, empty), (5, right()), (1, given)]));
    let kinds = found.iter().map(|one| (&one.kind, &*one.submissions[0]));
    assert_eq!(
        kinds.collect::<Vec<_>>(),
        [
            (&SuspicionKind::Untouched { content: Untouched::Empty }, "s0"),
            (&SuspicionKind::Untouched { content: Untouched::AsGiven }, "s6"),
        ]
    );
}
