//! The feedback text for one student: the verdict and the points first, then section by section the cases that were not passed.

use std::collections::HashMap;
use std::fmt::Write as _;

use super::handed_in;
use super::page::{Page, SeenCase};
use super::sections::{Section, sections};
use super::seen::{comments, explanation, headline, not_judged, quote, verdict};
use referee_base::plural;
use referee_events::points::Points;
use referee_events::{Reason, Verdict};
use referee_package::is_sample;

pub(super) fn text(page: &Page) -> String {
    let Page { started, end, judged, .. } = page;
    let mut text = String::new();
    let _ = writeln!(text, "{}: {}\n{}", started.problem, end.contestant, result(page));
    text.push_str(&grade(page));
    text.push_str(&handed_in::told(end));
    match end.verdict {
        None => {
            let _ = writeln!(text, "\n{}", not_judged(end));
            if !judged.is_empty() {
                write_sections(&mut text, page);
            }
        }
        Some(Verdict::CompileError) => quote(&mut text, "\nthe compiler says", &end.message),
        Some(_) => {
            write_sections(&mut text, page);
            let not_run = started.cases.len() - judged.len();
            if not_run > 0 {
                let cases = plural(not_run, "case was", "cases were");
                let _ = writeln!(text, "\n{cases} not run.");
            }
        }
    }
    if let Some(file) = started.languages() {
        let _ = writeln!(text, "\nRun with the languages of {file}.");
    }
    text
}

/// Returns a line with the grade, where it is not the points.
fn grade(page: &Page) -> String {
    let most: Points = page.started.groups.iter().map(|group| group.most_points).sum();
    let Some(points) = page.end.grade().filter(|_| !page.scale.is_plain()) else {
        return String::new();
    };
    let weight = page.scale.weight.map_or(String::new(), |weight| format!(", weight {weight}"));
    format!("grade: {} of {}{weight}\n", page.scale.grade(points, most), page.scale.best(most))
}

/// Returns the verdict and the points: those that were decided by hand, if any were.
fn result(page: &Page) -> String {
    let Page { started, end, .. } = page;
    let verdict = verdict(end.verdict);
    let most: Points = started.groups.iter().map(|group| group.most_points).sum();
    match (handed_in::decided(end, most), end.scores.points()) {
        (Some(decided), _) => format!("{verdict}; {decided}"),
        (None, Some(points)) => format!("{verdict}, {points} of {most} points"),
        (None, None) => verdict.into(),
    }
}

fn write_sections(text: &mut String, page: &Page) {
    let sections = sections(page);
    let width = sections.iter().map(|section| section.title.chars().count()).max().unwrap_or(0);
    let mut shown = HashMap::new();
    let mut was_empty = false;
    for section in &sections {
        // Sections of which there is nothing to tell are a table.
        let failed = section.cases.iter().any(SeenCase::has_failed);
        text.push_str(if was_empty { "" } else { "\n" });
        let _ = writeln!(text, "{:width$}  {}", section.title, section.in_words());
        write_failures(text, page, section, &mut shown);
        was_empty = !failed;
    }
}

/// Appends the failures of a section: samples always in full, of the others the first of each reason in full and the rest in a line. `shown`
/// counts these.
fn write_failures(
    text: &mut String,
    page: &Page,
    section: &Section,
    shown: &mut HashMap<Reason, usize>,
) {
    // Those of which there is no more to tell follow each other like the lines of a list.
    let mut was_whole = true;
    for SeenCase { case, name, judged } in section.cases.iter().filter(|seen| seen.has_failed()) {
        let Some(judged) = judged else { continue };
        let alike = shown.entry(judged.reason).or_default();
        *alike += usize::from(!is_sample(case));
        let is_shown =
            is_sample(case) || *alike <= page.details || comments(judged).next().is_some();
        let explanation = if is_shown { explanation(judged) } else { String::new() };
        let is_whole = !explanation.is_empty();
        let gap = if is_whole || was_whole { "\n" } else { "" };
        let _ = writeln!(text, "{gap}{name}: {}", headline(judged));
        for line in explanation.lines() {
            let _ = writeln!(text, "  {line}");
        }
        was_whole = is_whole;
    }
}
