//! The values of `--details`: additions to the usual content of reports, with their help.

use crate::{ReportSpec, RunSpec};
use referee_problem::{quantity, unknown};

/// A detail that reports show or leave out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// Up to this many rejections of each kind are explained for each contestant.
    Rejections(usize),
    /// A page is at most this large, in MiB.
    Html(u64),
    /// The report for people has a row for each case.
    Cases,
    /// Expected rejections are explained, too.
    Expected,
    /// First failures of C and C++ programs are repeated under sanitizers.
    Causes,
    /// Events show what programs read and write.
    Excerpts,
    /// Times, memory use and machines are left out.
    NoTimes,
}

/// The maximum number of rejections of a kind that can be requested.
const MAX_DETAILS: usize = 1_000_000;

/// The details that are words.
const WORDS: [(&str, Detail); 5] = [
    ("expected", Detail::Expected),
    ("cases", Detail::Cases),
    ("causes", Detail::Causes),
    ("excerpts", Detail::Excerpts),
    ("no-times", Detail::NoTimes),
];

/// A value, and its meaning.
pub type ValueMeaning = (&'static str, &'static str);

const REJECTIONS: ValueMeaning =
    ("N", "Explain up to N rejections of each kind per contestant [default: 2]");
const EXPECTED: ValueMeaning = ("expected", "Also explain expected rejections");
const CASES: ValueMeaning =
    ("cases", "A row per case in the human report, with the submissions that fail it");
const CAUSES: ValueMeaning = (
    "causes",
    "Causes of failures in C and C++, by repeating the first of each kind under AddressSanitizer and UndefinedBehaviorSanitizer",
);
const EXCERPTS: ValueMeaning =
    ("excerpts", "The starts of inputs and outputs, for reports made from events");
const NO_TIMES: ValueMeaning =
    ("no-times", "Omit times, memory use and machines, so that runs can be compared byte for byte");
const HTML: ValueMeaning =
    ("html=SIZE", "Omit details if a page would exceed SIZE, such as 20m or 1g [default: 20m]");

/// The details of runs.
pub const OF_RUNS: [ValueMeaning; 7] =
    [REJECTIONS, EXPECTED, CASES, CAUSES, EXCERPTS, NO_TIMES, HTML];

/// The details of the check of outputs.
pub const OF_REPORTS: [ValueMeaning; 3] = [REJECTIONS, CASES, HTML];

/// The details of merged shards.
pub const OF_MERGES: [ValueMeaning; 4] = [REJECTIONS, CASES, NO_TIMES, HTML];

/// The details of batches.
pub const OF_BATCHES: [ValueMeaning; 2] = [
    ("no-times", "Omit times except in rows, so that reports can be compared byte for byte"),
    HTML,
];

/// Parses a detail that is one of those `known`.
///
/// # Errors
/// There is no such detail, or its number or size is invalid.
pub fn of(text: &str, known: &[ValueMeaning]) -> Result<Detail, String> {
    let is_known = |form: &str| known.iter().any(|(name, _)| *name == form);
    if text.starts_with(|first: char| first.is_ascii_digit()) && is_known(REJECTIONS.0) {
        let most = text.parse().ok().filter(|most| *most <= MAX_DETAILS).map(Detail::Rejections);
        return most.ok_or_else(|| format!("not a whole number from 0 to {MAX_DETAILS}"));
    }
    if text.starts_with("html=") && is_known(HTML.0) {
        return of_pages(text).map(Detail::Html);
    }
    let found = WORDS.iter().find(|(name, _)| *name == text && is_known(name));
    found.map(|(_, detail)| *detail).ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        unknown("detail", text, &names).one_line()
    })
}

/// Parses the size of a page, as `html=SIZE`, in MiB.
///
/// # Errors
/// The text is not of this form, or the size is invalid.
pub fn of_pages(text: &str) -> Result<u64, String> {
    let size = text.strip_prefix("html=").ok_or("not of the form html=SIZE")?;
    quantity::mebibytes(size)
}

/// Adds details to what reports show.
pub fn add_to(details: &[Detail], reports: &mut ReportSpec) {
    for detail in details {
        match *detail {
            Detail::Rejections(most) => reports.details = most,
            Detail::Html(size) => reports.html_limit = size,
            Detail::Cases => reports.by_case = true,
            Detail::Expected => reports.explain_expected = true,
            Detail::NoTimes => reports.no_times = true,
            Detail::Causes | Detail::Excerpts => {}
        }
    }
}

/// Adds details to what a run finds out and reports.
pub fn add_to_run(details: &[Detail], spec: &mut RunSpec) {
    add_to(details, &mut spec.reports);
    spec.feedback.sanitize |= details.contains(&Detail::Causes);
    spec.sharding.excerpts |= details.contains(&Detail::Excerpts);
}
