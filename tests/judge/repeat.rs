//! Repeated runs, and verdicts that differ from the recorded ones.

use insta::assert_snapshot;
use referee_events::Verdict::{self, Accepted, RunTimeError, WrongAnswer};
use referee_judge::StopPolicy;
use referee_judge::record::Reuse;
use referee_report::{ReportKind, Style};

use crate::mock::{Conditions, Folder, Outcome};

const THREE: Conditions =
    Conditions { repeat: 3, mode: StopPolicy::FirstFailure, ..Conditions::DEFAULT };

#[test]
fn the_worst_of_all_runs_counts() {
    use Verdict::JudgeError;
    for (words, verdict, repeats) in [
        ("right", Accepted, [Accepted; 3]),
        ("right wrong right", WrongAnswer, [Accepted, WrongAnswer, Accepted]),
        ("right code wrong right", RunTimeError, [Accepted, RunTimeError, WrongAnswer]),
        ("right lost right", JudgeError, [Accepted, JudgeError, Accepted]),
        ("lost wrong right", WrongAnswer, [JudgeError, WrongAnswer, Accepted]),
    ] {
        let outcome = Folder::with(&[("a.mock", words)]).judge_under(&THREE, None);
        let judged = outcome.judged()[0];
        assert_eq!((judged.verdict, &judged.repeats[..]), (verdict, &repeats[..]), "{words}");
        assert_eq!(judged.is_unsteady(), words != "right", "{words}");
    }
    // If all runs are accepted, the slowest one counts.
    let outcome = Folder::with(&[("a.mock", "right right-1s right")]).judge_under(&THREE, None);
    assert_eq!(outcome.judged()[0].used.unwrap().cpu_seconds, 1.0);
    assert_eq!(outcome.mock.runs(), 9);
}

#[test]
fn who_is_unsteady_is_named() {
    let folder = Folder::with(&[
        ("accepted/chance.mock", "right right right right right wrong right"),
        ("accepted/right.mock", "right"),
        ("wrong_answer/wrong.mock", "wrong"),
    ]);
    let outcome = folder.judge_under(&THREE, None);
    let unsteady: Vec<Vec<&str>> = outcome
        .submissions()
        .iter()
        .map(|end| end.unsteady.iter().map(|case| &**case).collect())
        .collect();
    assert_eq!(unsteady, [vec!["2"], vec![], vec![]]);
    let text = outcome.report(ReportKind::Human, &Style::IN_FILE);
    let start = text.find("1 verdict is").unwrap_or_else(|| panic!("{text}"));
    assert_snapshot!(text[start..].split("\n\n").next().unwrap(), @"
    1 verdict is unsteady: verdicts differ between runs; the worst counts
      accepted/chance.mock  2  AC AC WA
    ");
    let rows = outcome.report(ReportKind::Csv, &Style::IN_FILE);
    let unsteady: Vec<&str> = rows.lines().filter(|row| !row.ends_with(",,,")).collect();
    assert_eq!(unsteady.len(), 2, "{rows}");
    assert!(unsteady[1].starts_with("accepted/chance.mock,2,WA,"), "{rows}");
    assert!(unsteady[1].ends_with(",AC AC WA,,"), "{rows}");
    for kind in [ReportKind::SummaryCsv, ReportKind::Grades] {
        let table = outcome.report(kind, &Style::IN_FILE);
        let last = table.lines().map(|row| row.rsplit(',').next().unwrap());
        assert_eq!(last.collect::<Vec<_>>(), ["unsteady", "1", "0", "0"]);
    }
    let events = outcome.report(ReportKind::Jsonl, &Style::IN_FILE);
    assert!(events.contains("\"unsteady\":[\"2\"]"), "{events}");
    assert!(events.contains("\"repeats\":[\"AC\",\"AC\",\"WA\"]"), "{events}");
}

#[test]
fn a_kept_run_stands_for_no_more_runs_than_were_made() {
    let folder = Folder::with(&[("a.mock", "right")]);
    let times = |repeat| {
        let conditions = Conditions { repeat, ..Conditions::default() };
        folder.judge_again(&conditions).mock.runs()
    };
    assert_eq!([times(1), times(1), times(3), times(3), times(2), times(1)], [3, 0, 9, 0, 0, 0]);
    assert_eq!([times(4), times(4)], [12, 0]);
}

#[test]
fn the_worst_run_is_kept() {
    let folder = Folder::with(&[("a.mock", "right wrong right")]);
    let repeated = folder.judge_again(&THREE);
    assert_eq!(repeated.codes(), "WA");
    let kept = folder.judge_again(&Conditions { repeat: 1, ..THREE });
    assert_eq!((kept.codes().as_str(), kept.mock.runs()), ("WA", 0));
    assert_eq!(kept.judged()[0].repeats, repeated.judged()[0].repeats);
}

/// Judges programs that were judged before with other words, as if by chance.
fn rerun(before: &'static str, after: &'static str, reuse: Reuse) -> Outcome {
    let folder = Folder::with(&[("a.mock", before), ("b.mock", "right")]);
    folder.judge_again(&Conditions::default());
    folder.judge_saying(&Conditions { reuse, ..Conditions::default() }, before, after)
}

#[test]
fn a_rerun_says_which_verdicts_have_changed() {
    let outcome = rerun("right right wrong", "right wrong code", Reuse::Nothing);
    let before: Vec<Option<Verdict>> =
        outcome.judged().iter().map(|judged| judged.before).collect();
    let of_b = [None; 3];
    assert_eq!(before, [&[None, Some(Accepted), Some(WrongAnswer)][..], &of_b].concat());
    let text = outcome.report(ReportKind::Human, &Style::IN_FILE);
    let start = text.find("2 verdicts differ").unwrap_or_else(|| panic!("{text}"));
    assert_snapshot!(text[start..].split("\n\n").next().unwrap(), @"
    2 verdicts differ from the recorded ones
      a.mock  2  AC before, WA now
      a.mock  3  WA before, RTE now
    ");
    // Nothing changes if nothing is run again.
    let outcome = rerun("right right wrong", "right wrong code", Reuse::Unchanged);
    assert!(outcome.judged().iter().all(|judged| judged.before.is_none()));
    assert_eq!(outcome.codes(), "AC AC WA AC AC AC");
    // A run that could not be judged has no new verdict.
    let outcome = rerun("right", "lost", Reuse::Nothing);
    assert!(outcome.judged().iter().all(|judged| judged.before.is_none()));
}
