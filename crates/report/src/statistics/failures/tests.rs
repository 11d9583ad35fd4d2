//! Which failures are equal, and which groups are listed.

use super::*;
use referee_events::{LabelledFact, OutputPlace};

fn judged(who: &str, reason: Reason, message: &str, digest: Option<&str>) -> JudgedCase {
    let plain = JudgedCase::plain(&who.into(), &"secret/1".into(), reason, message.to_string());
    JudgedCase { output_digest: digest.map(String::from), ..plain }
}

#[test]
fn identifiers_follow_from_the_failure_alone() {
    let id = |judged: &JudgedCase| FailureGroup::of(judged)[0].id();
    let ann = judged("ann", Reason::Refuted, "3 is not 4", None);
    assert_eq!(id(&ann), id(&judged("bob", Reason::Refuted, "3 is not 4", Some("00ff"))));
    assert_ne!(id(&ann), id(&judged("bob", Reason::Refuted, "7 is not 4", Some("00ff"))));
    assert_ne!(id(&ann), id(&judged("ann", Reason::Malformed, "3 is not 4", None)));
    assert_ne!(id(&ann), id(&JudgedCase { case: "secret/2".into(), ..ann.clone() }));
    let place = Some(OutputPlace { line: 2, column: 1 });
    assert_ne!(id(&ann), id(&JudgedCase { place, ..ann.clone() }));
    // Changing this identifier invalidates comments that people have written.
    assert_eq!(id(&ann), "e34ceda3a8");
    assert!(FailureGroup::of(&judged("ann", Reason::Proved, "accepted", None)).is_empty());
    assert!(FailureGroup::of(&judged("ann", Reason::JudgeError, "full disk", None)).is_empty());
}

#[test]
fn what_is_stopped_at_a_limit_is_equal_whatever_it_took() {
    let id =
        |message: &str| FailureGroup::of(&judged("ann", Reason::TimeLimit, message, None))[0].id();
    let working = id("stopped after 2.01 s of CPU time; the limit is 2.00 s");
    assert_eq!(working, id("took 2.33 s of CPU time; the limit is 2.00 s"));
    let sleeping = id("stopped after 5.00 s of wall time: it worked 0.50 s");
    assert_eq!(sleeping, id("took 5.01 s of wall time: it worked 0.01 s"));
    assert_ne!(working, sleeping);
}

#[test]
fn crashes_are_equal_in_the_same_exception_in_the_same_line() {
    let crash = |stderr: &str| {
        let crash = judged("ann", Reason::RunTimeError, "ended with exit code 1", None);
        let fact = LabelledFact { label: STDERR.into(), text: stderr.into() };
        FailureGroup::of(&JudgedCase { facts: vec![fact], ..crash })[0].id()
    };
    let python = |line: u32, source: &str, error: &str| {
        crash(&format!(
            "Traceback (most recent call last):\n  File \"/submission/main.py\", line {line}, in <module>\n    {source}\n{error}"
        ))
    };
    let index = python(3, "print(a[n])", "IndexError: list index out of range");
    assert_eq!(index, python(7, "print(a[n])", "IndexError: list index out of range"));
    assert_ne!(index, python(3, "print(b[n])", "IndexError: list index out of range"));
    assert_ne!(index, python(3, "print(a[n])", "TypeError: list indices must be integers"));
    let key = python(3, "print(d[n])", "KeyError: 12");
    assert_eq!(key, python(3, "print(d[n])", "KeyError: 9"), "one mistake, other inputs");
    assert_ne!(crash("main: 12"), crash("main: 9"), "nothing says that these are equal");
    assert_eq!(crash("main: 9"), crash("here: 3\nmain: 9\n"));
}

#[test]
fn groups_of_several_are_told_once_and_the_largest_first() {
    let mut all = CollectedFailures::default();
    for (who, digest) in [("a", "01"), ("b", "01"), ("c", "02"), ("d", "03")] {
        all.add(&judged(who, Reason::Refuted, "wrong", Some(digest)));
    }
    let found = |all: &CollectedFailures| {
        let equal = all.equal().into_iter();
        equal.map(|one| (one.common, one.submissions.join(" "))).collect::<Vec<_>>()
    };
    let both = [(Common::Refutation, "a b c d".to_string()), (Common::Output, "a b".into())];
    assert_eq!(found(&all), both);
    let mut same = CollectedFailures::default();
    for who in ["a", "b"] {
        same.add(&judged(who, Reason::Refuted, "wrong", Some("01")));
    }
    assert_eq!(found(&same), [(Common::Refutation, "a b".to_string())]);
}
