//! The limit of CPU time: what is near to it, and the limit that accepted submissions suggest.

use std::convert::Infallible;
use std::time::Duration;

use insta::assert_snapshot;
use referee::events::NearLimit;
use referee::judge::time_limit::{InferredLimit, Multiple, infer};
use referee::judge::{Judge, Services, StopPolicy};
use referee::report::{ReportKind, Style};

use crate::mock::{Conditions, Folder, Mock, STYLE};

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
    let text = outcome.report(ReportKind::Human, &Style { details: 0, ..STYLE });
    let start = text.find("4 verdicts hang").unwrap_or_else(|| panic!("{text}"));
    assert_snapshot!(text[start..].split("\n\n").next().unwrap(), @"
    4 verdicts hang on the time limit of 2 s
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

fn inferred(submissions: &[(&str, &str)], factor: f64) -> Result<(u64, String), String> {
    let mock = Mock::default();
    let folder = Folder::with(submissions);
    let conditions = Conditions::default();
    let multiple = Multiple { factor, resolution: 1.0 };
    folder.with_judge(&conditions, None, &mock, |judge| match infer(judge, multiple) {
        Ok(InferredLimit { time, from, .. }) => {
            assert!(mock.given.lock().unwrap().iter().all(|given| given.cpu.as_secs() == 72));
            Ok((
                time.as_secs(),
                format!("{} on {}: {}", from.contestant, from.case, from.cpu_seconds),
            ))
        }
        Err(fault) => Err(fault.message),
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
    assert_eq!(inferred(&all, 2.0), Ok((3, "accepted/slow.mock on 2: 1.3".into())));
    assert_eq!(inferred(&all, 3.5).unwrap().0, 5);
    assert_eq!(inferred(&[("accepted/a.mock", "right@0.01")], 2.0).unwrap().0, 1);
    assert_eq!(inferred(&[("accepted/a.mock", "right@50")], 2.0).unwrap().0, 100);
}

#[test]
fn what_was_timed_is_not_run_again_unless_it_was_near_the_limit() {
    for (word, runs) in [("right@0.1", 3 + 1), ("right@1.9", 3 + 3 + 1), ("right@2.5", 3 + 1 + 1)] {
        let mock = Mock::default();
        let folder = Folder::with(&[("accepted/a.mock", word), ("wrong_answer/b.mock", "wrong")]);
        let conditions = Conditions { mode: StopPolicy::FirstFailure, ..Conditions::default() };
        folder.with_judge(&conditions, None, &mock, |judge| {
            let multiple = Multiple { factor: 2.0, resolution: 1.0 };
            let timed = Some(&infer(judge, multiple).unwrap().timed);
            assert_eq!(mock.runs(), 3);
            let Judge { inputs, policy, services } = judge.clone();
            let judge = Judge { inputs, policy, services: Services { timed, ..services } };
            let Ok(totals) = judge.run(&mut |_| Ok::<(), Infallible>(()));
            assert_eq!((mock.runs(), totals.kept), (runs, 0), "{word}");
        });
    }
}

#[test]
fn no_limit_is_inferred_from_what_is_not_accepted() {
    let nobody = "no submission is in a folder `accepted`, from which to infer a time limit";
    assert_eq!(inferred(&[("a.mock", "right")], 2.0), Err(nobody.into()));
    let wrong = inferred(&[("accepted/a.mock", "right right wrong")], 2.0);
    assert_eq!(wrong, Err("accepted/a.mock is not accepted, so its time makes no limit".into()));
    let late = inferred(&[("accepted/a.mock", "right@61")], 2.0);
    assert_eq!(late, Err("accepted/a.mock is not accepted, so its time makes no limit".into()));
    let absent = inferred(&[("accepted/a.absent", "")], 2.0).unwrap_err();
    assert!(absent.contains("could be judged, so there is no time limit"), "{absent}");
    let error = inferred(&[("accepted/a.mock", "lost")], 2.0).unwrap_err();
    assert!(error.starts_with("1: the launcher is gone"), "{error}");
}
