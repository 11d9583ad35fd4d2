//! The feedback text for one student: the verdict and the points first, then section by section the cases that were not passed.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;

use super::handed_in;
use super::page::{Page, SeenCase};
use super::sections::{Section, sections};
use super::seen::{comments, compiler, explanation, headline, not_judged, verdict};
use referee_events::{Reason, Verdict};
use referee_package::is_sample;

pub(super) fn text(page: &Page) -> String {
    let Page { started, end, judged, .. } = page;
    let texts = page.seeing.texts();
    let mut text = String::new();
    let _ = writeln!(text, "{}: {}\n{}", started.problem, end.contestant, result(page));
    text.push_str(&grade(page));
    text.push_str(&handed_in::told(end, texts));
    match end.verdict {
        None => {
            let _ = writeln!(text, "\n{}", not_judged(end, texts));
            if !judged.is_empty() {
                write_sections(&mut text, page);
            }
        }
        Some(Verdict::CompileError) => {
            let _ = write!(text, "\n{}", compiler(end, texts));
        }
        Some(_) => {
            write_sections(&mut text, page);
            let not_run = started.cases.len() - judged.len();
            let count = [("count", &*not_run.to_string())];
            let _ = match not_run {
                0 => Ok(()),
                1 => writeln!(text, "\n{}", texts.of("result", "not-run-one")),
                _ => writeln!(text, "\n{}", texts.fill("result", "not-run", &count)),
            };
        }
    }
    if let Some(file) = started.languages() {
        let _ = writeln!(text, "\n{}", texts.fill("result", "languages", &[("file", file)]));
    }
    text
}

/// Returns a line with the grade, where it is not the points.
fn grade(page: &Page) -> String {
    let most = page.started.most_points();
    let Some(points) = page.end.grade().filter(|_| !page.scale.is_plain()) else {
        return String::new();
    };
    let (grade, most) = (page.scale.grade(points, most), page.scale.best(most));
    let (grade, most) = (grade.to_string(), most.to_string());
    let weight = page.scale.weight.map(|weight| weight.to_string()).unwrap_or_default();
    let key = if weight.is_empty() { "grade" } else { "weight" };
    let values = [("grade", &*grade), ("most", &*most), ("weight", &*weight)];
    page.seeing.texts().fill("result", key, &values) + "\n"
}

/// Returns the verdict and the points: those that were decided by hand, if any were.
fn result(page: &Page) -> String {
    let (end, texts) = (page.end, page.seeing.texts());
    let verdict = verdict(end.verdict, texts);
    let most = page.started.most_points();
    match (handed_in::decided(end, verdict, most, texts), end.scores.points()) {
        (Some(decided), _) => decided,
        (None, Some(points)) => {
            let (points, most) = (points.to_string(), most.to_string());
            let values = [("verdict", verdict), ("points", &*points), ("most", &*most)];
            texts.fill("result", "points", &values)
        }
        (None, None) => verdict.into(),
    }
}

fn write_sections(text: &mut String, page: &Page) {
    let sections = sections(page);
    let width = sections.iter().map(|section| section.title.chars().count()).max().unwrap_or(0);
    let (mut shown, mut told) = (HashMap::new(), BTreeSet::new());
    let mut was_empty = false;
    for section in &sections {
        // Sections of which there is nothing to tell are a table.
        let failed = section.cases.iter().any(SeenCase::has_failed);
        text.push_str(if was_empty { "" } else { "\n" });
        let _ =
            writeln!(text, "{:width$}  {}", section.title, section.in_words(page.seeing.texts()));
        write_failures(text, page, section, (&mut shown, &mut told));
        was_empty = !failed;
    }
}

/// Appends the failures of a section: samples always in full, of the others the first of each reason in full and the rest in a line. `shown`
/// counts these, and `told` is what was explained before.
fn write_failures(
    text: &mut String,
    page: &Page,
    section: &Section,
    (shown, told): (&mut HashMap<Reason, usize>, &mut BTreeSet<String>),
) {
    let texts = page.seeing.texts();
    // Those of which there is no more to tell follow each other like the lines of a list.
    let mut was_whole = true;
    for SeenCase { case, name, judged } in section.cases.iter().filter(|seen| seen.has_failed()) {
        let Some(judged) = judged else { continue };
        let alike = shown.entry(judged.reason).or_default();
        *alike += usize::from(!is_sample(case));
        let is_shown =
            is_sample(case) || *alike <= page.details || comments(judged).next().is_some();
        let program = page.end.program.as_ref();
        let explanation =
            if is_shown { explanation(judged, program, texts, told) } else { String::new() };
        let is_whole = !explanation.is_empty();
        let gap = if is_whole || was_whole { "\n" } else { "" };
        let _ = writeln!(text, "{gap}{name}: {}", headline(judged, texts));
        for line in explanation.lines() {
            let _ = writeln!(text, "  {line}");
        }
        was_whole = is_whole;
    }
}
