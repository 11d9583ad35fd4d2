//! What a student is told of the hand-in itself: the file and the language that were judged, what being late costs, and what was decided.

use referee_checker::text::escape;
use referee_course::feedback::Texts;
use referee_events::points::Points;
use referee_events::{Decision, Lateness, SubmissionResult, Untouched};

/// Returns lines on the hand-in, each with its end.
pub(super) fn told(end: &SubmissionResult, texts: &Texts) -> String {
    let program = end.program.as_ref().map(|program| {
        let file = escape(program.file.as_bytes());
        let from = program.written_as.as_ref().map(|from| escape(from.as_bytes()));
        let key = match &from {
            None => "judged",
            Some(from) if from.to_lowercase().ends_with(".ipynb") => "judged-cells",
            Some(_) => "judged-from",
        };
        let from = from.unwrap_or_default();
        let values = [("file", &*file), ("language", &*program.language), ("from", &*from)];
        let told = texts.fill("result", key, &values) + "\n";
        let empty = (end.untouched == Some(Untouched::Empty))
            .then(|| texts.of("result", "empty-file").to_string() + "\n");
        told + &empty.unwrap_or_default()
    });
    program.into_iter().chain(end.lateness.as_ref().map(|lateness| late(lateness, texts))).collect()
}

/// Says what was decided by hand, where there are so many points at most; why is for the judges only.
pub(super) fn decided(
    end: &SubmissionResult,
    verdict: &str,
    most: Points,
    texts: &Texts,
) -> Option<String> {
    let Decision { points, is_excused, .. } = end.decision.as_ref()?;
    if *is_excused {
        return Some(texts.fill("result", "excused", &[("verdict", verdict)]));
    }
    let points = points.as_ref()?;
    // Where cases are worth nothing, an accepted submission earns one point.
    let most = if most.is_none() { Points::of_hundredths(100) } else { most };
    let (points, most) = (points.to_string(), most.to_string());
    let values = [("verdict", verdict), ("points", &*points), ("most", &*most)];
    Some(texts.fill("result", "decided", &values))
}

fn late(Lateness { time, percent, points, .. }: &Lateness, texts: &Texts) -> String {
    let percent = percent.to_string();
    let time = time.as_deref().unwrap_or_default();
    let key = if time.is_empty() { "late" } else { "late-at" };
    let late = texts.fill("result", key, &[("time", time), ("percent", &percent)]);
    let left = points.map(|points| {
        texts.fill("result", "late-left", &[("late", &late), ("points", &points.to_string())])
    });
    left.unwrap_or(late) + "\n"
}
