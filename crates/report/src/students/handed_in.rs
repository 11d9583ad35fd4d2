//! What a student is told of the hand-in itself: the file and the language that were judged, and what being late costs.

use referee_checker::text::escape;
use referee_events::{Decision, Lateness, SubmissionResult};

/// Returns lines on the hand-in, each with its end.
pub(super) fn told(end: &SubmissionResult) -> String {
    let program = end.program.as_ref().map(|program| {
        format!("judged: {}, {}\n", escape(program.file.as_bytes()), program.language)
    });
    let decision = end.decision.as_ref().and_then(decided);
    program.into_iter().chain(end.lateness.as_ref().map(late)).chain(decision).collect()
}

/// Why it was decided is for the judges only.
fn decided(decision: &Decision) -> Option<String> {
    match decision.points {
        _ if decision.is_excused => {
            Some("excused: this counts neither for nor against you\n".into())
        }
        points => points.map(|points| format!("decided by hand: {points} points\n")),
    }
}

fn late(Lateness { time, percent, points, .. }: &Lateness) -> String {
    let when = time.as_ref().map_or(String::new(), |time| format!(" ({time})"));
    let left = points.map_or(String::new(), |points| format!(": {points} points"));
    format!("handed in late{when}, which costs {percent} %{left}\n")
}
