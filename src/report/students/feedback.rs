//! The feedback text for one student: the verdict and the points first, then the cases that were not passed.

use std::collections::HashMap;
use std::fmt::Write as _;

use super::page::Page;
use super::seen::{not_judged, quote, verdict};
use crate::events::{Reason, Verdict};
use crate::points::Points;
use referee_base::plural;

pub(super) fn text(page: &Page) -> String {
    let Page { started, end, judged, .. } = page;
    let mut text = String::new();
    let _ = write!(text, "{}: {}\n{}", started.problem, end.contestant, verdict(end.verdict));
    if let Some(points) = end.scores.points() {
        let most: Points = end.scores.earned().iter().map(|group| group.most_points).sum();
        let _ = write!(text, ", {points} of {most} points");
    }
    text.push('\n');
    match end.verdict {
        None => {
            let _ = writeln!(text, "\n{}", not_judged(end));
            if !judged.is_empty() {
                cases(&mut text, page);
            }
        }
        Some(Verdict::CompileError) => quote(&mut text, "\nthe compiler says", &end.message),
        Some(_) => {
            groups(&mut text, page);
            cases(&mut text, page);
            let not_run = started.cases.len() - judged.len();
            if not_run > 0 {
                let cases = plural(not_run, "case was", "cases were");
                let _ = writeln!(text, "\n{cases} not run.");
            }
        }
    }
    text
}

fn groups(text: &mut String, page: &Page) {
    let groups = page.end.scores.earned();
    if groups.is_empty() {
        let passed = page.judged.iter().filter(|judged| judged.reason == Reason::Proved).count();
        let cases = plural(page.started.cases.len(), "case", "cases");
        let _ = writeln!(text, "\n{passed} of {cases} passed");
        return;
    }
    text.push('\n');
    let width = groups.iter().map(|group| group.title.chars().count()).max().unwrap_or(0);
    for group in groups {
        let points = format!("{} of {} points", group.points, group.most_points);
        let cases = plural(group.cases, "case", "cases");
        let _ = writeln!(
            text,
            "{:width$}  {points:<20}  {} of {cases} passed",
            group.title, group.passed
        );
    }
}

/// Appends the first failures of each reason in full, the others in a line.
fn cases(text: &mut String, page: &Page) {
    let mut shown: HashMap<Reason, usize> = HashMap::new();
    for (_, name, judged) in page.cases() {
        let Some(judged) = judged.filter(|judged| judged.reason != Reason::Proved) else {
            continue;
        };
        let alike = shown.entry(judged.reason).or_default();
        *alike += 1;
        let is_first = *alike <= page.details;
        let gap = if is_first || *alike == page.details + 1 { "\n" } else { "" };
        let _ = writeln!(text, "{gap}{name}: {}", page.seeing.headline(judged));
        if is_first {
            for line in page.seeing.explanation(judged).lines() {
                let _ = writeln!(text, "  {line}");
            }
        }
    }
}
