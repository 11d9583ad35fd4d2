//! What a student reads about the hand-in itself: the verdict and the points, the judged file and
//! its language, the penalty for lateness, and decisions.

use super::page::Page;
use super::said::verdict;
use referee_checker::text::escape;
use referee_course::feedback::Texts;
use referee_events::points::Points;
use referee_events::{Decision, Lateness, Untouched, Verdict};

/// Returns the verdict and the points; points decided by hand take precedence.
pub fn result(page: &Page) -> String {
    let (end, texts) = (page.end, page.seeing.texts());
    let verdict = verdict(end.verdict, texts);
    match (decided(page), end.scores.points()) {
        (Some(decided), _) => decided,
        (None, Some(points)) => {
            let (points, most) = (points.to_string(), page.started.most_points().to_string());
            let values = [("verdict", verdict), ("points", &*points), ("most", &*most)];
            texts.fill("result", "points", &values)
        }
        (None, None) => verdict.into(),
    }
}

/// Returns the maximum number of points. If cases are worth nothing, an accepted submission earns
/// one point.
fn most(page: &Page) -> Points {
    let most = page.started.most_points();
    if most.is_none() { Points::of_hundredths(100) } else { most }
}

/// Returns the grade, if it differs from the points.
pub fn grade(page: &Page) -> Option<String> {
    let most = most(page);
    let points = page.end.grade().filter(|_| !page.scale.is_plain())?;
    let (grade, most) = (page.scale.grade(points, most), page.scale.best(most));
    let (grade, most) = (grade.to_string(), most.to_string());
    let weight = page.scale.weight.map(|weight| weight.to_string()).unwrap_or_default();
    let key = if weight.is_empty() { "grade" } else { "weight" };
    let values = [("grade", &*grade), ("most", &*most), ("weight", &*weight)];
    Some(page.seeing.texts().fill("result", key, &values))
}

/// Returns the closing sentences: how many cases were not run, and where the languages are defined.
pub fn ending(page: &Page) -> Vec<String> {
    let Page { started, end, judged, .. } = page;
    let texts = page.seeing.texts();
    let was_run = !matches!(end.verdict, None | Some(Verdict::CompileError));
    let not_run = match started.cases.len() - judged.len() {
        count if count == 0 || !was_run => None,
        count => Some(texts.fill("result", "not-run", &[("count", &count.to_string())])),
    };
    let languages = started.languages();
    let languages = languages.map(|file| texts.fill("result", "languages", &[("file", file)]));
    not_run.into_iter().chain(languages).collect()
}

/// Returns lines about the hand-in.
pub fn lines(page: &Page) -> Vec<String> {
    let (end, texts) = (page.end, page.seeing.texts());
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
        texts.fill("result", key, &values)
    });
    let empty = (end.untouched == Some(Untouched::Empty))
        .then(|| texts.of("result", "empty-file").to_string());
    // Decided points count however late it was.
    let late = end.lateness.as_ref().filter(|_| !end.is_settled());
    let late = late.map(|lateness| self::late(lateness, texts));
    let note = end.decision.as_ref().map_or("", |decision| &decision.note);
    let is_told = page.seeing.notes && !note.is_empty();
    let note = is_told.then(|| texts.fill("result", "note", &[("note", note)]));
    [program, empty, late, note].into_iter().flatten().collect()
}

/// Formats a manual decision, with the verdict. Its reason is for judges only.
pub(super) fn decided(page: &Page) -> Option<String> {
    let (end, texts) = (page.end, page.seeing.texts());
    let verdict = verdict(end.verdict, texts);
    let Decision { points, is_excused, .. } = end.decision.as_ref()?;
    if *is_excused {
        return Some(texts.fill("result", "excused", &[("verdict", verdict)]));
    }
    let (points, most) = (points.as_ref()?.to_string(), most(page).to_string());
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
    left.unwrap_or(late)
}
