//! Statistics as a table for spreadsheets: a row for each case that some submission failed.

use std::io;

use super::summary::{CaseStatistics, Statistics};
use referee_base::spreadsheet::CsvTable;

/// Formats a row for each case that some submission failed, hardest first.
pub(crate) fn csv(statistics: &Statistics) -> io::Result<String> {
    let mut out = CsvTable::new(Vec::new());
    let head = ["case", "run", "failed", "reason", "group", "group_submissions", "group_message"];
    out.with_in_each_row("languages", statistics.languages.as_deref());
    out.row(head)?;
    for CaseStatistics { case, run, failed, reasons } in &statistics.cases {
        let largest = statistics.failures.iter().find(|failure| failure.case == *case);
        let reason = reasons.first().map_or("", |(reason, _)| reason.code());
        out.row([
            &**case,
            &run.to_string(),
            &failed.to_string(),
            reason,
            largest.map_or("", |failure| &failure.id),
            &largest.map_or(0, |failure| failure.submissions.len()).to_string(),
            largest.map_or("", |failure| &failure.message),
        ])?;
    }
    out.into_text()
}
