//! What cases catch, for readers without a script: the figures, the weak spots, and the smallest
//! suite.

use maud::{Markup, html};

use super::suite_block::SuiteFindings;
use referee_report::suite::{independent, proof};

/// The maximum number of names in a list.
const NAMED: usize = 50;

impl SuiteFindings<'_> {
    /// Formats it as a section.
    pub(crate) fn part(&self) -> Markup {
        let SuiteFindings { matrix, analysis, needs, .. } = *self;
        let program = |&number: &usize| &*matrix.wrong[number].name;
        let case = |&number: &usize| &*matrix.cases[number].name;
        html! {
            section #suite aria-labelledby="suite-title" {
                h2 #suite-title { "Strength of the cases" }
                dl {
                    dt { "right programs accepted" }
                    dd { (share(matrix.accepted(), matrix.right.len(), matrix.accepted_share())) }
                    dt { "wrong programs caught" }
                    dd { (share(analysis.caught, matrix.wrong.len(), matrix.caught_share())) }
                    dt { "rank" } dd { (independent(analysis)) }
                    @if analysis.caught > 0 {
                        dt { "smallest suite" } dd { (proof(analysis, needs)) }
                    }
                }
                (list("Caught by no case", analysis.uncaught.iter().map(program)))
                (list("Caught by one case alone", analysis.weak.iter().map(program)))
                (list(
                    "Caught by cases made on demand only",
                    analysis.on_demand_only.iter().map(program),
                ))
                (list("The smallest suite", analysis.smallest.columns.iter().map(case)))
                (list("Cases that catch nobody", analysis.idle.iter().map(case)))
            }
        }
    }
}

fn share(part: usize, of: usize, share: f64) -> String {
    format!("{part} of {of}, {:.1} %", 100.0 * share)
}

fn list<'a>(title: &str, names: impl ExactSizeIterator<Item = &'a str>) -> Markup {
    let count = names.len();
    html! {
        @if count > 0 {
            h3 { (title) }
            ul { @for name in names.take(NAMED) { li { (name) } } }
            @if count > NAMED { p.left-out { "and " (count - NAMED) " more" } }
        }
    }
}
