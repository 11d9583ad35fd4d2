//! The time limits that suit each submission, as a table for spreadsheets: a row for each submission, and one more for each further range of
//! limits that suits it.

use super::csv::cell;
use crate::limits::{Bound, Interval, LimitsFindings};

/// The columns. A bound that does not exist is empty, and so are both where no limit suits.
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
/// There is no memory for the table.
pub fn table(findings: &LimitsFindings) -> std::io::Result<String> {
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record(COLUMNS)?;
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
        let texts = [&*one.name, &one.language, &one.expected, &one.got].map(cell);
        let why = cell(one.not_judged.as_ref().map_or("", |(why, _)| why));
        for range in &ranges {
            let texts = texts.iter().map(|text| &**text);
            out.write_record(texts.chain(range.iter().map(|end| &**end)).chain([&*why]))?;
        }
    }
    let table = out.into_inner().map_err(|error| error.into_error())?;
    Ok(String::from_utf8_lossy(&table).into_owned())
}

/// Returns the time of a bound, and the case on which a run needs it.
fn end(findings: &LimitsFindings, bound: Bound) -> (String, String) {
    let case = bound.by.map_or("", |(_, case)| &findings.cases[case]);
    let seconds = Some(bound.seconds).filter(|seconds| seconds.is_finite());
    let seconds = seconds.map_or_else(String::new, |seconds| format!("{seconds:.6}"));
    (seconds, cell(case).into_owned())
}
