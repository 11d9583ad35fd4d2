//! Counted instructions: where they are only reported, and where they decide.

use referee_events::Verdict;
use referee_sandbox::{Limits, TimeBy, time_of_instructions};

use crate::mock::{Conditions, Folder, LIMITS};

const BY_INSTRUCTIONS: Limits = Limits { time_by: TimeBy::Instructions, ..LIMITS };

#[test]
fn two_thousand_million_instructions_are_a_second() {
    assert_eq!(time_of_instructions(2_000_000_000).as_secs_f64(), 1.0);
    assert_eq!(time_of_instructions(1).as_nanos(), 0);
    assert_eq!(time_of_instructions(3_000_001).as_nanos(), 1_500_000);
    assert!(time_of_instructions(u64::MAX) > time_of_instructions(u64::MAX - 2));
}

#[test]
fn instructions_decide_where_they_are_asked_to_and_their_language_is_counted() {
    let few = "right#3000000000@9";
    let many = "right#5000000000@0.1";
    for (limits, name, text, verdict, seconds) in [
        // Only reported.
        (LIMITS, "a.mock", few, Verdict::TimeLimit, 9.0),
        (LIMITS, "a.mock", many, Verdict::Accepted, 0.1),
        (BY_INSTRUCTIONS, "a.mock", few, Verdict::Accepted, 1.5),
        (BY_INSTRUCTIONS, "a.mock", many, Verdict::TimeLimit, 2.5),
        // A language whose instruction counts mean nothing.
        (BY_INSTRUCTIONS, "a.built", "right#5000000000@0.1", Verdict::Accepted, 0.1),
        (BY_INSTRUCTIONS, "a.built", "right#3000000000@9", Verdict::TimeLimit, 9.0),
        // Nothing was counted.
        (BY_INSTRUCTIONS, "a.mock", "right@9", Verdict::TimeLimit, 9.0),
    ] {
        let conditions = Conditions { limits, ..Conditions::default() };
        let outcome = Folder::with(&[(name, text)]).judge_under(&conditions, None);
        let judged = outcome.judged()[0];
        let used = judged.used.unwrap();
        assert_eq!((judged.verdict, used.cpu_seconds), (verdict, seconds), "{name} {text}");
        let is_counted = limits == BY_INSTRUCTIONS && name == "a.mock" && text.contains('#');
        assert_eq!(used.worked_seconds.is_some(), is_counted, "{name} {text}");
        assert_eq!(used.instructions.is_some(), text.contains('#'), "{name} {text}");
    }
}

#[test]
fn a_refusal_tells_how_many_there_were() {
    let conditions = Conditions { limits: BY_INSTRUCTIONS, ..Conditions::default() };
    let folder = Folder::with(&[("a.mock", "right#5000000000@0.1")]);
    let message = folder.judge_under(&conditions, None).judged()[0].message.clone();
    let expected = "took 2.50 s, counted by 5000000000 instructions; the limit is 2.00 s";
    assert_eq!(message, expected);
}

#[test]
fn programs_are_stopped_by_what_decides() {
    let conditions = Conditions { limits: BY_INSTRUCTIONS, ..Conditions::default() };
    for (name, time_by) in [("a.mock", TimeBy::Instructions), ("a.built", TimeBy::Cpu)] {
        let outcome = Folder::with(&[(name, "right")]).judge_under(&conditions, None);
        let given = outcome.mock.given.into_inner().unwrap();
        assert!(given.iter().all(|limits| limits.time_by == time_by), "{name}");
    }
}
