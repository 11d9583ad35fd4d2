//! The feedback text for a student: the verdict and the points first, then the failed cases section
//! by section.

use std::fmt::Write as _;

use super::failures::{Failure, Failures};
use super::handed_in;
use super::page::Page;
use super::said::{as_text, compiler, not_judged};
use super::sections::sections;
use referee_events::Verdict;

pub(super) fn text(page: &Page) -> String {
    let Page { started, end, judged, .. } = page;
    let texts = page.seeing.texts();
    let mut text = String::new();
    let _ = writeln!(text, "{}: {}\n{}", started.problem, end.contestant, handed_in::result(page));
    for line in handed_in::grade(page).into_iter().chain(handed_in::lines(page)) {
        let _ = writeln!(text, "{line}");
    }
    match end.verdict {
        None => {
            let _ = writeln!(text, "\n{}", not_judged(end, texts));
            if !judged.is_empty() {
                write_sections(&mut text, page);
            }
        }
        Some(Verdict::CompileError) => {
            let _ = write!(text, "\n{}", as_text(&compiler(end, texts)));
        }
        Some(_) => write_sections(&mut text, page),
    }
    for sentence in handed_in::ending(page) {
        let _ = writeln!(text, "\n{sentence}");
    }
    text
}

fn write_sections(text: &mut String, page: &Page) {
    let sections = sections(page);
    let width = sections.iter().map(|section| section.title.chars().count()).max().unwrap_or(0);
    let mut failures = Failures::default();
    let mut was_empty = false;
    for section in &sections {
        let failures = failures.of_section(page, section);
        // Sections without failures follow each other like rows of a table.
        text.push_str(if was_empty { "" } else { "\n" });
        let _ =
            writeln!(text, "{:width$}  {}", section.title, section.in_words(page.seeing.texts()));
        // Failures without details follow each other like items of a list.
        let mut was_whole = true;
        for Failure { name, headline, said } in &failures {
            let gap = if !said.is_empty() || was_whole { "\n" } else { "" };
            let _ = writeln!(text, "{gap}{name}: {headline}");
            for line in as_text(said).lines() {
                let _ = writeln!(text, "  {line}");
            }
            was_whole = !said.is_empty();
        }
        was_empty = failures.is_empty();
    }
}
