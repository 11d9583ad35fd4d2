//! The page of one student, for a browser or for printing: the content of the text, laid out. It
//! has no script, and loads nothing.

use maud::{DOCTYPE, Markup, html};

use referee_display::page::{NO_SCRIPT, page_head};
use referee_events::Verdict;
use referee_events::points::Earned;
use referee_report::students::failures::{Failure, Failures};
use referee_report::students::said::{Said, compiler, not_judged};
use referee_report::students::sections::{Section, sections};
use referee_report::students::{Page, handed_in};

pub(crate) fn html(page: &Page) -> String {
    let Page { started, end, .. } = page;
    let title = format!("{}: {}", started.problem, end.contestant);
    let page = html! {
        (DOCTYPE)
        html lang=(page.seeing.language.code()) {
            (page_head(&title, NO_SCRIPT, ""))
            body.student {
                header {
                    h1 { bdi { (started.problem) } }
                    p { bdi { (end.contestant) } }
                }
                main {
                    (hand_in(page))
                    (failures(page))
                    @for sentence in handed_in::ending(page) { p.quiet { (sentence) } }
                }
            }
        }
    };
    page.into_string()
}

/// Formats the result in large letters, and below it how it came about.
fn hand_in(page: &Page) -> Markup {
    let Page { end, seeing, .. } = page;
    let texts = seeing.texts();
    let result = handed_in::result(page);
    let late = end.lateness.as_ref().and_then(|lateness| lateness.points);
    let left = late.filter(|_| !end.is_settled()).map(|points| {
        let (points, most) = (points.to_string(), page.started.most_points().to_string());
        texts.fill("page", "points", &[("points", &points), ("most", &most)])
    });
    let counts = handed_in::grade(page).or(left);
    let is_accepted = end.verdict == Some(Verdict::Accepted);
    html! {
        p.sentence.good[is_accepted] { (counts.as_ref().unwrap_or(&result)) }
        @if counts.is_some() { p { (result) } }
        @for line in handed_in::lines(page) { p { (line) } }
    }
}

/// Formats the groups as a table, and then the failures.
fn failures(page: &Page) -> Markup {
    let Page { end, judged, seeing, .. } = page;
    let texts = seeing.texts();
    let unjudged = end.verdict.is_none().then(|| not_judged(end, texts));
    let has_cases = !judged.is_empty() && end.verdict != Some(Verdict::CompileError);
    let sections = if has_cases { sections(page) } else { Vec::new() };
    let mut shown = Failures::default();
    html! {
        @if let Some(why) = unjudged { p { (why) } }
        @if end.verdict == Some(Verdict::CompileError) { (said(&compiler(end, texts))) }
        @if !sections.is_empty() { (groups(page, &sections)) }
        @for section in &sections {
            @let failures = shown.of_section(page, section);
            @if !failures.is_empty() {
                section {
                    h2 { bdi { (section.title) } }
                    @for failure in &failures { (failed(failure)) }
                }
            }
        }
    }
}

fn failed(failure: &Failure) -> Markup {
    let Failure { name, headline, said: all } = failure;
    html! {
        @if all.is_empty() {
            p { strong { bdi { (name) } } ": " (headline) }
        } @else {
            article.opened {
                h3 { bdi { (name) } ": " (headline) }
                (said(all))
            }
        }
    }
}

/// Formats statements: sentences below each other, and quotations side by side if there is room.
fn said(all: &[Said]) -> Markup {
    let is_line = |said: &Said| matches!(said, Said::Line(_));
    let parts = all.chunk_by(|one, other| is_line(one) == is_line(other));
    html! {
        @for part in parts {
            @if part.first().is_some_and(is_line) { (lines(part)) } @else { div.pair { (lines(part)) } }
        }
    }
}

fn lines(part: &[Said]) -> Markup {
    html! {
        @for said in part {
            @match said {
                Said::Line(line) => { p { (with_code(line)) } }
                Said::Quote { heading, lines } => {
                    // Browsers skip the first line break in `pre`.
                    figure.excerpt { figcaption { (heading) } pre { "\n" (lines) } }
                }
            }
        }
    }
}

/// Formats text between two backticks as code.
fn with_code(line: &str) -> Markup {
    let parts: Vec<&str> = line.split('`').collect();
    let is_paired = parts.len() % 2 == 1;
    html! {
        @for (number, part) in parts.iter().enumerate() {
            @if !is_paired && number > 0 { "`" }
            @if is_paired && number % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}

fn groups(page: &Page, sections: &[Section]) -> Markup {
    let texts = page.seeing.texts();
    let of =
        |some: String, all: String| texts.fill("page", "of", &[("some", &some), ("all", &all)]);
    let points = |earned: &Earned| of(earned.points.to_string(), earned.most_points.to_string());
    let is_worth_points = sections.iter().any(|section| section.earned.is_some());
    html! {
        table {
            thead {
                tr {
                    th scope="col" { (texts.of("page", "group")) }
                    @if is_worth_points { th.number scope="col" { (texts.of("page", "earned")) } }
                    th.number scope="col" { (texts.of("page", "passed")) }
                }
            }
            tbody {
                @for section in sections {
                    tr {
                        th scope="row" { bdi { (section.title) } }
                        @if is_worth_points { td.number { @if let Some(earned) = section.earned { (points(earned)) } } }
                        td.number { (of(section.passed.to_string(), section.members.len().to_string())) }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
