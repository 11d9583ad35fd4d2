use super::*;
use referee_events::{NearLimit, Used};

fn judged(reason: Reason, cpu_seconds: f64) -> JudgedCase {
    let used = Used {
        cpu_seconds,
        instructions: None,
        worked_seconds: None,
        wall_seconds: cpu_seconds,
        waited_seconds: None,
        memory_bytes: 0,
        exit: Some(0),
        signal: None,
    };
    JudgedCase { used: Some(used), ..JudgedCase::plain(&"a".into(), &"1".into(), reason, "") }
}

#[test]
fn a_verdict_is_open_if_the_machines_differ_by_more_than_its_distance_from_the_limit() {
    let doubt = |spread, hosts_differ| Doubt { limit: 2.0, spread, hosts_differ };
    let far = doubt(1.5, true);
    for (reason, seconds, expected) in [
        (Reason::Proved, 1.3, false),
        (Reason::Proved, 1.4, true),
        (Reason::Refuted, 1.9, true),
        (Reason::TimeLimit, 2.1, true),
        (Reason::TimeLimit, 3.0, true),
        (Reason::TimeLimit, 3.1, false),
        // It exceeded the wall time.
        (Reason::TimeLimit, 0.1, false),
        (Reason::JudgeError, 2.0, false),
    ] {
        let judged = judged(reason, seconds);
        assert_eq!(far.is_open(&judged), expected, "{reason:?} {seconds}");
        assert!(!doubt(1.05, false).is_open(&judged), "{reason:?} {seconds}");
        let near = JudgedCase { near_limit: Some(NearLimit::Shorter), ..judged };
        assert!(doubt(1.0, false).is_open(&near));
    }
}

#[test]
fn what_the_last_shard_changes_is_told_of_each_case_and_of_the_submission() {
    let (mut before, accepted) = (Before::default(), judged(Reason::Proved, 1.0));
    let slow = judged(Reason::TimeLimit, 2.1);
    before.add(&Event::Judged(slow.clone()));
    let mut now = Event::Judged(accepted);
    let changed = before.compare(&mut now).expect("a change");
    assert_eq!((changed.before, changed.now), (Some(Verdict::TimeLimit), Some(Verdict::Accepted)));
    let Event::Judged(told) = now else { unreachable!("a judgement") };
    assert_eq!(told.before, Some(Verdict::TimeLimit));
    let kept = JudgedCase { before: Some(Verdict::Accepted), ..slow };
    let mut again = Event::Judged(kept);
    assert_eq!(before.compare(&mut again), None);
    assert!(matches!(again, Event::Judged(JudgedCase { before: None, .. })));
}
