//! Formats the findings of a comparison of submissions: for people, as a page, as JSON, and as a
//! table of pairs.
//!
//! Nothing in them is a verdict: a report shows where to look.

mod human;
mod json;
mod listing;
mod page;
mod pairs;

use std::io;

use referee_course::similar::Similarities;

pub use human::SimilarStyle;

/// The kinds of report of `similar`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SimilarReportKind {
    /// For people; the format may change at any time.
    Human,
    /// A web page.
    Html,
    /// A row for each pair.
    Csv,
    /// One JSON object.
    Json,
}

impl SimilarReportKind {
    /// The kinds by name.
    pub const NAMES: [(&'static str, SimilarReportKind); 4] = [
        ("human", SimilarReportKind::Human),
        ("html", SimilarReportKind::Html),
        ("csv", SimilarReportKind::Csv),
        ("json", SimilarReportKind::Json),
    ];
}

/// Formats a comparison as one text.
///
/// # Errors
/// CSV cannot be written.
pub fn text(
    kind: SimilarReportKind,
    found: &Similarities,
    style: &SimilarStyle,
) -> io::Result<String> {
    match kind {
        SimilarReportKind::Human => Ok(human::human(found, style)),
        SimilarReportKind::Html => Ok(page::page(found, style)),
        SimilarReportKind::Csv => pairs::pairs(found),
        SimilarReportKind::Json => Ok(json::json(found, style)),
    }
}
