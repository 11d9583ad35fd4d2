//! Which cases run if some are worth points, and what is earned.

use std::sync::Arc;

use referee_base::document::Table;
use referee_events::scoring::PointScheme;
use referee_judge::StopPolicy;
use referee_problem::PointGroups;

use crate::mock::{Conditions, Folder};

/// Returns the three cases in two groups; the first group has two cases, worth points together or
/// individually.
pub(crate) fn scheme(rule: &str) -> PointScheme {
    let text = format!(
        "[[groups]]\ncases = '[12]'\npoints = 6\nrule = '{rule}'\n[[groups]]\ncases = '3'\npoints = 4\n"
    );
    let cases = ["1", "2", "3"].map(Arc::from);
    PointGroups::read(&mut Table::parse(&text).unwrap())
        .unwrap()
        .unwrap()
        .share_out(&cases)
        .unwrap()
}

#[test]
fn a_failure_ends_no_more_than_a_group_that_wants_all() {
    for (rule, mode, words, codes, points) in [
        ("all", StopPolicy::FirstFailure, "wrong right", "WA AC", Some("4")),
        ("all", StopPolicy::All, "wrong right", "WA AC AC", Some("4")),
        ("all", StopPolicy::FirstFailure, "right wrong right", "AC WA AC", Some("4")),
        ("each", StopPolicy::FirstFailure, "wrong right", "WA AC AC", Some("7")),
        ("each", StopPolicy::FirstFailure, "right right wrong", "AC AC WA", Some("6")),
        ("all", StopPolicy::FirstFailure, "right", "AC AC AC", Some("10")),
        // The points of a case that could not be judged are unknown.
        ("each", StopPolicy::FirstFailure, "right lost right", "AC JE AC", None),
    ] {
        let folder = Folder::with(&[("ann.mock", words)]);
        let outcome = folder.judge_for_points(mode, 1, Some(&scheme(rule)));
        assert_eq!(outcome.codes(), codes, "{rule} {words}");
        let earned = outcome.submissions()[0].scores.points().map(|points| points.to_string());
        assert_eq!(earned.as_deref(), points, "{rule} {words}");
    }
}

#[test]
fn what_does_not_compile_earns_nothing() {
    let folder = Folder::with(&[("ann.built", "compiler errors"), ("bob.absent", "right")]);
    let outcome = folder.judge_for_points(StopPolicy::All, 1, Some(&scheme("each")));
    let points =
        outcome.submissions().into_iter().map(|end| end.scores.points().map(|p| p.to_string()));
    assert_eq!(points.collect::<Vec<_>>(), [Some("0".to_string()), None]);
}

#[test]
fn refusals_come_with_the_starts_of_input_and_output() {
    let folder = Folder::with(&[("ann.mock", "right wrong code")]);
    let wanted = Conditions { excerpts: true, ..Conditions::default() };
    let outcome = folder.judge_again(&wanted);
    let judged = outcome.judged();
    assert_eq!((&judged[0].input, &judged[0].output), (&None, &None));
    for (at, output) in [(1, "Bob wins"), (2, "Alice wins")] {
        assert_eq!(judged[at].output.as_deref(), Some(output));
        assert!(judged[at].input.as_deref().unwrap().starts_with("3\n1 1\n"));
    }
    // The fact keeps the lines of the message, each of them escaped.
    assert_eq!(judged[2].facts[1].text, "Traceback\n\\x1b[31mline 1: \\xff");
    // Recorded results have the excerpts, which only a run that requests them shows.
    let again = folder.judge_again(&wanted);
    assert_eq!(again.mock.runs(), 0);
    assert_eq!(again.judged()[1].output, judged[1].output);
    let unwanted = folder.judge_again(&Conditions::default());
    assert_eq!(unwanted.mock.runs(), 0);
    assert_eq!((&unwanted.judged()[1].input, &unwanted.judged()[1].output), (&None, &None));
}

#[test]
fn what_was_kept_without_them_is_run_again_for_them() {
    let folder = Folder::with(&[("ann.mock", "right wrong code")]);
    folder.judge_again(&Conditions::default());
    let wanted = Conditions { excerpts: true, ..Conditions::default() };
    assert_eq!(folder.judge_again(&wanted).mock.runs(), 2);
    assert_eq!(folder.judge_again(&wanted).mock.runs(), 0);
}
