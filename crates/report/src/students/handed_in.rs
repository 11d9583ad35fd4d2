//! What a student is told of the hand-in itself: the file and the language that were judged, and what being late costs.

use referee_checker::text::escape;
use referee_events::points::Points;
use referee_events::{Decision, Lateness, SubmissionResult};

/// Returns lines on the hand-in, each with its end.
pub(super) fn told(end: &SubmissionResult) -> String {
    let program = end.program.as_ref().map(|program| {
        format!("judged: {}, {}\n", escape(program.file.as_bytes()), program.language)
    });
    program.into_iter().chain(end.lateness.as_ref().map(late)).collect()
}

/// Says what was decided by hand, where there are so many points at most; why is for the judges only.
pub(super) fn decided(end: &SubmissionResult, most: Points) -> Option<String> {
    let Decision { points, is_excused, .. } = end.decision.as_ref()?;
    let of = if most.is_none() { String::new() } else { format!(" of {most}") };
    match points {
        _ if *is_excused => Some("excused, which counts neither for nor against you".into()),
        points => points.map(|points| format!("{points}{of} points, decided by hand")),
    }
}

fn late(Lateness { time, percent, points, .. }: &Lateness) -> String {
    let when = time.as_ref().map_or(String::new(), |time| format!(" ({time})"));
    let left = points.map_or(String::new(), |points| format!(": {points} points"));
    format!("handed in late{when}, which costs {percent} %{left}\n")
}
