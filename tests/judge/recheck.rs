//! A run close to the limit of CPU time is repeated alone, and the least time counts.

use std::convert::Infallible;
use std::time::Duration;

use insta::assert_snapshot;
use referee_events::{JudgedCase, NearLimit, Recheck, Verdict};
use referee_judge::StopPolicy;
use referee_judge::record::Reuse;
use referee_judge::time_limit::{Multiple, infer};
use referee_report::students::ReportForm;
use referee_report::{ReportKind, Style};
use referee_sandbox::Limits;

use crate::mock::{ALICE, Conditions, Folder, LIMITS, Mock, Outcome};

/// The limit is 2 s; a recheck may make five runs.
const FIVE: Conditions =
    Conditions { rechecks: 5, mode: StopPolicy::FirstFailure, ..Conditions::DEFAULT };

const ALL: Conditions = Conditions { mode: StopPolicy::All, ..FIVE };

fn judge(words: &str, conditions: &Conditions) -> Outcome {
    Folder::with(&[("a.mock", words)]).judge_under(conditions, None)
}

/// Returns the times of all runs on a case, if there was a recheck.
fn times(judged: &JudgedCase) -> &[f64] {
    judged.recheck.as_ref().map_or(&[], |recheck| &recheck.cpu_seconds)
}

#[test]
fn a_refusal_stands_unless_a_run_alone_is_not_too_slow() {
    use Verdict::{Accepted, TimeLimit, WrongAnswer};
    for (words, verdict, seconds, all) in [
        // The first run alone is within the limit.
        ("right@2.3 right@1.9", Accepted, 1.9, &[2.3, 1.9][..]),
        ("right@2.3 right@2.1 right@1.2", Accepted, 1.2, &[2.3, 2.1, 1.2]),
        // A run within the limit may still be wrong.
        ("right@2.3 wrong@1.9", WrongAnswer, 1.9, &[2.3, 1.9]),
        // None of the six runs is; the fastest is shown.
        ("right@2.3", TimeLimit, 2.3, &[2.3; 6]),
        (
            "right@2.3 right@2.2 right@2.1 right@2.15",
            TimeLimit,
            2.1,
            &[2.3, 2.2, 2.1, 2.15, 2.15, 2.15],
        ),
        // The run takes more than 1.2 times the limit, and nothing kept it from the processor.
        ("right@2.3 cpu@2.41", TimeLimit, 2.3, &[2.3, 2.41]),
        ("right@2.3 right@2.1 cpu@2.41", TimeLimit, 2.1, &[2.3, 2.1, 2.41]),
        // Here something did.
        ("right@2.3 cpu-waiting@2.5", TimeLimit, 2.3, &[2.3, 2.5, 2.5, 2.5, 2.5, 2.5]),
        ("right@2.3 cpu-waiting@2.5 right@2", Accepted, 2.0, &[2.3, 2.5, 2.0]),
        // Runs that were not judged, or that the clock ended, give no time.
        ("right@2.3 lost wall right@1.9", Accepted, 1.9, &[2.3, 1.9]),
    ] {
        let outcome = judge(words, &FIVE);
        let judged = outcome.judged()[0];
        assert_eq!((judged.verdict, judged.cpu_seconds()), (verdict, seconds), "{words}");
        assert_eq!(times(judged), all, "{words}");
        let Recheck { limit_seconds, before, .. } = judged.recheck.clone().unwrap();
        assert_eq!((limit_seconds, before), (2.0, TimeLimit), "{words}");
    }
    let outcome = judge("right@2.3 lost", &FIVE);
    assert_eq!((outcome.codes().as_str(), outcome.mock.runs()), ("TLE", 6));
    assert_eq!(outcome.judged()[0].recheck, None);
}

#[test]
fn an_accepted_case_stays_so_and_may_turn_out_to_be_safe() {
    use NearLimit::Shorter;
    for (words, seconds, near, all) in [
        ("right@1.9 right@1 right@1 right@1.5", 1.5, None, &[1.9, 1.5][..]),
        ("right@1.9 right@1 right@1 right@1.95", 1.9, Some(Shorter), &[1.9, 1.95]),
        ("right@1.9 right@1 right@1 right@2.2 right@1.7", 1.7, Some(Shorter), &[1.9, 2.2, 1.7]),
        ("right@1.9 right@1 right@1 wrong@1.5", 1.9, Some(Shorter), &[1.9, 1.5]),
    ] {
        let outcome = judge(words, &FIVE);
        assert_eq!(outcome.codes(), "AC AC AC", "{words}");
        let judged = outcome.judged()[0];
        assert_eq!((judged.cpu_seconds(), judged.near_limit), (seconds, near), "{words}");
        assert_eq!(times(judged), all, "{words}");
        assert_eq!(outcome.judged()[1].recheck, None);
        let slowest = outcome.submissions()[0].slowest.clone().unwrap();
        assert_eq!(slowest.cpu_seconds, seconds, "{words}");
    }
}

#[test]
fn what_no_noise_explains_is_believed() {
    for words in ["right@1.6", "cpu@4", "wrong@1.9", "code@1.9", "memory", "wall"] {
        let outcome = judge(words, &FIVE);
        assert!(outcome.judged().iter().all(|judged| judged.recheck.is_none()), "{words}");
    }
    // So is a later run that is stopped at 1.2 times the limit.
    let outcome = judge("cpu@4 cpu@2.41", &ALL);
    assert_eq!((outcome.codes().as_str(), outcome.mock.runs()), ("TLE TLE TLE", 3));
    assert_eq!(cpu_limits(&outcome), [4.0, 2.4, 2.4]);
    // But not a run that ends by itself slightly above the limit.
    let outcome = judge("cpu@4 right@2.1 right@1.9 right", &ALL);
    assert_eq!(outcome.codes(), "TLE AC AC");
    // The same after another recheck was lost beyond doubt.
    let outcome = judge("cpu@3 cpu@2.41", &ALL);
    assert_eq!((outcome.codes().as_str(), outcome.mock.runs()), ("TLE TLE TLE", 4));
    assert_eq!(cpu_limits(&outcome), [4.0, 4.0, 4.0, 2.4]);
}

fn cpu_limits(outcome: &Outcome) -> Vec<f64> {
    let given = outcome.mock.given.lock().unwrap();
    given.iter().map(|Limits { cpu, .. }| cpu.as_secs_f64()).collect()
}

#[test]
fn a_submission_goes_on_after_a_recheck_that_it_has_won() {
    let outcome = judge("right@1 right@2.1 right@1.9 wrong", &FIVE);
    assert_eq!((outcome.codes().as_str(), outcome.mock.runs()), ("AC AC WA", 4));
    let outcome = judge("right@1 right@2.1", &FIVE);
    assert_eq!((outcome.codes().as_str(), outcome.mock.runs()), ("AC TLE", 7));
}

#[test]
fn without_rechecks_the_first_run_counts_and_n_is_the_most_runs() {
    for (rechecks, runs, stopped_at) in [(0, 1, 2.4), (1, 2, 4.0), (2, 3, 4.0), (9, 10, 4.0)] {
        let outcome = judge("right@2.1", &Conditions { rechecks, ..FIVE });
        assert_eq!((outcome.codes().as_str(), outcome.mock.runs()), ("TLE", runs));
        assert_eq!(cpu_limits(&outcome)[0], stopped_at);
        assert_eq!(outcome.judged()[0].recheck.is_some(), rechecks > 0);
    }
}

#[test]
fn a_submission_that_must_be_too_slow_has_the_same_right() {
    let folder = Folder::with(&[("time_limit_exceeded/a.mock", "right@2.1 right@1.9 right")]);
    let outcome = folder.judge_under(&FIVE, None);
    assert_eq!(outcome.codes(), "AC AC AC");
    let text = outcome.report(ReportKind::Human, &Style::IN_FILE);
    assert!(text.contains("NOT CAUGHT"), "{text}");
}

#[test]
fn rechecks_of_one_submission_make_four_times_as_many_runs_at_most() {
    let folder = Folder::with(&[("a.mock", "right@2.1"), ("b.mock", "right@1.9")]);
    for case in ["4", "5", "6"] {
        let end = "\n".repeat(case.parse().unwrap());
        folder.write(&format!("cases/{case}.in"), &format!("{}{end}", ALICE));
        folder.write(&format!("cases/{case}.ans"), "Alice wins\n");
    }
    let one = Conditions { rechecks: 1, ..ALL };
    let judged = folder.judge_again(&one);
    let of = |outcome: &Outcome| -> Vec<usize> {
        outcome.judged().iter().map(|judged| times(judged).len()).collect()
    };
    let made = [2, 2, 2, 2, 0, 0, 2, 2, 2, 2, 0, 0];
    assert_eq!((of(&judged), judged.mock.runs()), (made.to_vec(), 2 * (6 + 4)));
    // Recorded rechecks count.
    let again = folder.judge_again(&one);
    assert_eq!((of(&again), again.mock.runs()), (made.to_vec(), 0));
}

#[test]
fn a_recorded_recheck_is_not_made_again_unless_more_runs_are_asked_for() {
    let folder = Folder::with(&[("a.mock", "right@2.1")]);
    let runs = |rechecks, reuse| {
        let outcome = folder.judge_again(&Conditions { rechecks, reuse, ..FIVE });
        (outcome.mock.runs(), times(outcome.judged()[0]).len())
    };
    let old = Reuse::Unchanged;
    assert_eq!([runs(0, old), runs(2, old), runs(2, old)], [(1, 0), (2, 3), (0, 3)]);
    assert_eq!([runs(1, old), runs(5, old), runs(0, old)], [(0, 3), (3, 6), (0, 6)]);
    assert_eq!([runs(1, Reuse::Nothing), runs(1, old)], [(2, 2), (0, 2)]);
}

#[test]
fn a_recheck_that_was_won_holds_under_other_limits() {
    let folder = Folder::with(&[("a.mock", "right@2.1 right@1.9 right")]);
    let limited = |seconds| {
        let limits = Limits { cpu: Duration::from_secs_f64(seconds), ..LIMITS };
        let outcome = folder.judge_again(&Conditions { limits, ..FIVE });
        let judged = outcome.judged()[0].clone();
        let limit = judged.recheck.as_ref().map(|recheck| recheck.limit_seconds);
        (outcome.mock.runs(), judged.verdict, limit, judged.near_limit)
    };
    let (accepted, shorter) = (Verdict::Accepted, Some(NearLimit::Shorter));
    assert_eq!(limited(2.0), (4, accepted, Some(2.0), shorter));
    assert_eq!(limited(2.0), (0, accepted, Some(2.0), shorter));
    assert_eq!(limited(2.3), (0, accepted, Some(2.3), shorter));
    // No run would have been too slow.
    assert_eq!(limited(4.0), (0, accepted, None, None));
}

#[test]
fn of_repeated_runs_only_those_that_were_too_slow_are_rechecked() {
    let two = Conditions { repeat: 2, ..FIVE };
    let outcome = judge("right@2.1 wrong@1", &two);
    assert_eq!((outcome.codes().as_str(), outcome.mock.runs()), ("TLE", 2));
    let outcome = judge("right@2.1 right@1 right@1.1", &two);
    assert_eq!((outcome.codes().as_str(), outcome.mock.runs()), ("AC AC AC", 7));
    assert!(outcome.judged()[0].is_unsteady());
}

#[test]
fn runs_that_are_only_timed_are_not_rechecked() {
    let (folder, mock) = (Folder::with(&[("accepted/a.mock", "right@55")]), Mock::default());
    folder.with_judge(&FIVE, None, &mock, |judge| {
        infer(judge, Multiple { factor: 2.0, resolution: 1.0 })
    });
    assert_eq!(mock.runs(), 3);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let words = ["right@2.1 right@1.9 right", "right@2.2", "right@1.9", "cpu@4", "right", "cpu@3"];
    let names: Vec<String> = (0..24).map(|number| format!("{number:02}.mock")).collect();
    let submissions: Vec<(&str, &str)> =
        names.iter().map(String::as_str).zip(words.into_iter().cycle()).collect();
    let events = |jobs, mode| {
        let conditions = Conditions { jobs, mode, ..FIVE };
        let mut lines = Vec::new();
        let Ok(_) =
            Folder::with(&submissions).with_judge(&conditions, None, &Mock::default(), |judge| {
                judge.run(&mut |event| {
                    lines.push(serde_json::to_string(event).unwrap());
                    Ok::<(), Infallible>(())
                })
            });
        // Other events contain the path of the temporary folder.
        lines.retain(|line| line.starts_with("{\"event\":\"judged\""));
        lines
    };
    for mode in [StopPolicy::All, StopPolicy::FirstFailure] {
        let alone = events(1, mode);
        assert!(alone.iter().any(|line| line.contains("\"recheck\"")));
        for jobs in [2, 8, 24] {
            assert!(events(jobs, mode) == alone, "{jobs}");
        }
    }
}

#[test]
fn a_judge_that_fails_in_a_recheck_leaves_the_verdict_as_it_is() {
    let outcome = judge("right@2.1 no-word-that-the-mock-knows", &FIVE);
    assert_eq!((outcome.codes().as_str(), outcome.mock.runs()), ("TLE", 6));
    assert_eq!(outcome.judged()[0].recheck, None);
}

#[test]
fn where_many_wait_rechecks_run_before_the_end() {
    let names: Vec<String> = (0..1100).map(|number| format!("{number:04}.mock")).collect();
    let words = |at: usize| if at % 500 == 1 { "right@2.1 right@1.9 wrong" } else { "wrong" };
    let submissions: Vec<(&str, &str)> =
        names.iter().enumerate().map(|(at, name)| (name.as_str(), words(at))).collect();
    let outcome = Folder::with(&submissions).judge_under(&Conditions { jobs: 4, ..FIVE }, None);
    let ends: Vec<&str> = outcome.submissions().iter().map(|end| &*end.contestant).collect();
    assert_eq!(ends, names);
    let accepted = outcome.judged().iter().filter(|judged| judged.recheck.is_some()).count();
    assert_eq!((accepted, outcome.judged().len()), (3, 1103));
}

#[test]
fn reports_say_what_was_run_again_and_between_which_times_it_hangs() {
    let words = "right@2.34 right@2.06 right@2.17 right@2.21 right@2.1";
    let submissions =
        [("a.mock", words), ("b.mock", "right@2.1 right@1.9 right"), ("c.mock", "right")];
    let outcome = Folder::with(&submissions).judge_under(&FIVE, None);
    let text =
        outcome.report(ReportKind::Human, &Style { width: 80, wraps: true, ..Style::IN_FILE });
    assert_snapshot!(text);
    let rows = outcome.report(ReportKind::Csv, &Style::IN_FILE);
    assert!(rows.lines().next().unwrap().ends_with(",unsteady,recheck,instructions"), "{rows}");
    assert!(rows.contains(",2.340000 2.060000 2.170000 2.210000 2.100000 2.100000,\n"), "{rows}");
    let told = "2.06 s, 2.17 s, 2.21 s, 2.10 s, 2.10 s in 5 more runs, each alone";
    for kind in [ReportKind::Jsonl, ReportKind::Junit, ReportKind::Html] {
        let text = outcome.report(kind, &Style::IN_FILE);
        assert!(text.contains(told), "{text}");
    }
    let feedback = outcome.report(ReportKind::Students(ReportForm::Feedback), &Style::IN_FILE);
    // The level `verdict` gives only the verdict: times would reveal more about a hidden case.
    assert!(feedback.contains("Secret case 1: time limit exceeded\n"), "{feedback}");
    assert!(!feedback.contains("2.06 s"), "{feedback}");
}
