//! The sentence that sums up a run, with its exit code.

use referee_base::plural;
use referee_events::exit::Exit;
use referee_events::{SubmissionTotals, Totals};

/// Sums up a run in one line.
pub fn conclusion(totals: &Totals) -> String {
    let code = Exit::of_totals(totals) as u8;
    let Totals { judged, accepted, refused, judge_errors, kept, submissions, .. } = *totals;
    let sentence = if let (Some(submissions), 0) = (submissions, judge_errors) {
        let not_judged = match submissions.not_judged - submissions.allowed {
            0 => String::new(),
            count => format!(", {count} not judged"),
        };
        let not_judged = match submissions.allowed {
            0 => not_judged,
            count => format!("{not_judged}, {count} skipped"),
        };
        format!("{}{not_judged}.", results(&submissions))
    } else if judge_errors > 0 {
        let errors = plural(judge_errors, "judge error", "judge errors");
        let judged = accepted + refused;
        let others = match refused {
            _ if judged == 0 => "no output was judged".to_string(),
            0 => format!("{} judged, none rejected", plural(judged, "output", "outputs")),
            _ => format!("{} judged, {refused} refused", plural(judged, "output", "outputs")),
        };
        format!("{errors}, counted against no submission; {others}.")
    } else if judged == 0 && totals.is_interrupted {
        "Nothing was judged.".to_string()
    } else if judged == 0 {
        "There was nothing to judge.".to_string()
    } else {
        let so_far = if totals.is_interrupted { " judged so far" } else { "" };
        match (refused, judged) {
            (0, 1) => format!("The one output{so_far} is right."),
            (0, _) => format!("All {judged} outputs{so_far} are right."),
            (1, _) => format!("1 output of {judged}{so_far} is wrong."),
            _ => format!("{refused} outputs of {judged}{so_far} are wrong."),
        }
    };
    let of_earlier = || format!(" {kept} of {} kept from earlier.", plural(judged, "run", "runs"));
    let kept = if kept == 0 { String::new() } else { of_earlier() };
    format!("{sentence}{kept}   exit code {code}\n")
}

/// Formats how many submissions had the expected result, and how many of the others were accepted.
fn results(submissions: &SubmissionTotals) -> String {
    let SubmissionTotals { judged, nothing_expected, accepted, .. } = *submissions;
    let expected = judged - nothing_expected;
    let as_expected = submissions.as_expected.saturating_sub(accepted);
    match (expected, nothing_expected) {
        (_, 0) => format!("{as_expected} of {expected} as expected"),
        (0, _) => format!("{accepted} of {nothing_expected} accepted"),
        _ => format!(
            "{as_expected} of {expected} as expected, {accepted} of {nothing_expected} others accepted"
        ),
    }
}
