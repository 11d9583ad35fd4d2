//! The limit of CPU time: which results are close to it, and the limit that accepted submissions
//! suggest.

use std::convert::Infallible;
use std::time::Duration;

use insta::assert_snapshot;
use referee_events::NearLimit;
use referee_judge::time_limit::{InferredLimit, Multiple, infer};
use referee_judge::{Judge, Services, StopPolicy};
use referee_report::{ReportKind, Style};

use crate::mock::{Conditions, Folder, Mock};

#[test]
fn verdicts_that_hang_on_the_limit_are_marked() {
    use NearLimit::{Longer, Shorter};
    for (word, near) in [
        ("right@0.01", None),
        ("right@1.59", None),
        ("right@1.61", Some(Shorter)),
        ("right@2", Some(Shorter)),
        ("wrong@1.9", Some(Shorter)),
        ("code@1.9", Some(Shorter)),
        ("right@2.01", Some(Longer)),
        ("wrong@2.4", Some(Longer)),
        ("right@2.41", None),
        ("cpu@2.4", None),
        ("wall@0.1", None),
    ] {
        let outcome = Folder::with(&[("a.mock", word)]).judge(StopPolicy::FirstFailure, 1);
        assert_eq!(outcome.judged()[0].near_limit, near, "{word}");
    }
}

#[test]
fn the_report_names_what_hangs_on_the_limit() {
    let words = "right@1.7 right@0.1 right@2.1";
    let submissions =
        [("a.mock", words), ("b.mock", words), ("c.mock", "right"), ("d.mock", "cpu@2.4")];
    let outcome = Folder::with(&submissions).judge(StopPolicy::All, 1);
    let text = outcome.report(ReportKind::Human, &Style { details: 0, ..Style::IN_FILE });
    let start = text.find("4 verdicts are close").unwrap_or_else(|| panic!("{text}"));
    assert_snapshot!(text[start..].split("\n\n").next().unwrap(), @"
    4 verdicts are close to the time limit of 2 s
      a.mock  1  1.70 s, accepted; over it if it were 20 % shorter
      a.mock  3  2.10 s, time limit exceeded; in time if it were 20 % longer
      b.mock  1  1.70 s, accepted; over it if it were 20 % shorter
      and 1 more
    ");
}

#[test]
fn programs_run_on_for_a_fifth_of_the_limit() {
    let folder = Folder::with(&[("a.mock", "right")]);
    let outcome = folder.judge(StopPolicy::FirstFailure, 1);
    assert_eq!(outcome.mock.given.lock().unwrap()[0].cpu, Duration::from_millis(2400));
    assert_eq!(outcome.mock.given.lock().unwrap()[0].wall, Duration::from_millis(5400));
}

/// Returns the limit in seconds, and what it was inferred from, or why it is the default one.
fn inferred(submissions: &[(&str, &str)], factor: f64) -> (u64, String) {
    let mock = Mock::default();
    let folder = Folder::with(submissions);
    let conditions = Conditions::default();
    let multiple = Multiple { factor, resolution: 1.0 };
    folder.with_judge(&conditions, None, &mock, |judge| {
        let InferredLimit { time, from, .. } = infer(judge, multiple);
        assert!(mock.given.lock().unwrap().iter().all(|given| given.cpu.as_secs() == 72));
        let from =
            from.map(|from| format!("{} on {}: {}", from.contestant, from.case, from.cpu_seconds));
        (time.as_secs(), from.unwrap_or_else(String::from))
    })
}

#[test]
fn a_limit_is_inferred_from_the_slowest_accepted_submission() {
    let slow = ("accepted/slow.mock", "right@0.2 right@1.3 right@0.1");
    let others = [
        ("accepted/fast.mock", "right@0.1"),
        ("wrong_answer/no.mock", "wrong@9"),
        ("time_limit_exceeded/slower.mock", "right@30"),
        ("unsorted.mock", "right@20"),
    ];
    let all = [&[slow][..], &others].concat();
    assert_eq!(inferred(&all, 2.0), (3, "accepted/slow.mock on 2: 1.3".into()));
    assert_eq!(inferred(&all, 3.5).0, 5);
    assert_eq!(inferred(&[("accepted/a.mock", "right@0.01")], 2.0).0, 1);
    assert_eq!(inferred(&[("accepted/a.mock", "right@50")], 2.0).0, 100);
    // A longer limit could not be set, so neither be exported nor repeated.
    assert_eq!(inferred(&[("accepted/a.mock", "right@50")], 1e6).0, 86_400);
}

#[test]
fn what_was_timed_is_not_run_again_unless_it_was_near_the_limit() {
    for (word, runs) in [("right@0.1", 3 + 1), ("right@1.9", 3 + 3 + 1), ("right@2.5", 3 + 1 + 1)] {
        let mock = Mock::default();
        let folder = Folder::with(&[("accepted/a.mock", word), ("wrong_answer/b.mock", "wrong")]);
        let conditions = Conditions { mode: StopPolicy::FirstFailure, ..Conditions::default() };
        folder.with_judge(&conditions, None, &mock, |judge| {
            let multiple = Multiple { factor: 2.0, resolution: 1.0 };
            let timed = Some(&infer(judge, multiple).timed);
            assert_eq!(mock.runs(), 3);
            let Judge { inputs, policy, services } = judge.clone();
            let judge = Judge { inputs, policy, services: Services { timed, ..services } };
            let Ok(totals) = judge.run(&mut |_| Ok::<(), Infallible>(()));
            assert_eq!((mock.runs(), totals.kept), (runs, 0), "{word}");
        });
    }
}

#[test]
fn submissions_that_fail_give_no_limit() {
    let bad = [
        ("accepted/absent.absent", "right"),
        ("accepted/late.mock", "right@61"),
        ("accepted/lost.mock", "right@9 lost right@9"),
        ("accepted/no.built", "compiler errors"),
        ("accepted/wrong.mock", "right@9 wrong@9 right@9"),
    ];
    let good = ("accepted/good.mock", "right@0.2 right@1.3 right@0.1");
    let from_good = (3, "accepted/good.mock on 2: 1.3".to_string());
    assert_eq!(inferred(&[&bad[..], &[good]].concat(), 2.0), from_good);
    let default = (10, "no submission that must meet it is accepted".to_string());
    assert_eq!(inferred(&bad, 2.0), default);
    assert_eq!(inferred(&[("a.mock", "right")], 2.0), default);
}

#[test]
fn a_submission_that_fails_is_not_timed_any_further() {
    let (mock, conditions) = (Mock::default(), Conditions::default());
    let folder = Folder::with(&[("accepted/a.mock", "wrong right right")]);
    let multiple = Multiple { factor: 2.0, resolution: 1.0 };
    folder.with_judge(&conditions, None, &mock, |judge| infer(judge, multiple));
    assert_eq!(mock.runs(), 1);
}
