//! The time limits that suit each submission, as a table for spreadsheets: a row for each
//! submission, and one more for each further range of suitable limits.

use referee_base::spreadsheet::CsvTable;
use referee_strength::limits::{Bound, Interval, LimitsFindings};

/// The columns. A missing bound is empty, and so are both if no limit is suitable.
const COLUMNS: [&str; 9] = [
    "submission",
    "language",
    "expected",
    "got",
    "from_seconds",
    "from_case",
    "below_seconds",
    "below_case",
    "not_judged",
];

/// Formats the findings.
///
/// # Errors
/// Memory is exhausted.
pub fn table(findings: &LimitsFindings) -> std::io::Result<String> {
    let mut out = CsvTable::new(Vec::new());
    out.row(COLUMNS)?;
    for (at, one) in findings.submissions.iter().enumerate() {
        let mut ranges: Vec<[String; 4]> = Interval::of(at, one)
            .map(|range| {
                let [(from, from_case), (below, below_case)] =
                    [range.from, range.below].map(|bound| end(findings, bound));
                [from, from_case, below, below_case]
            })
            .collect();
        if ranges.is_empty() {
            ranges.push(Default::default());
        }
        let texts = [&*one.name, &one.language, &one.expected, &one.got];
        let why = one.not_judged.as_ref().map_or("", |(why, _)| why);
        for range in &ranges {
            out.row(texts.into_iter().chain(range.iter().map(String::as_str)).chain([why]))?;
        }
    }
    out.into_text()
}

/// Returns the time of a bound, and the case whose run determines it.
fn end(findings: &LimitsFindings, bound: Bound) -> (String, String) {
    let case = bound.by.map_or("", |(_, case)| &findings.cases[case]);
    let seconds = Some(bound.seconds).filter(|seconds| seconds.is_finite());
    let seconds = seconds.map_or_else(String::new, |seconds| format!("{seconds:.6}"));
    (seconds, case.to_string())
}
