//! Reports of statistics: texts that are written once the run has ended, as JSON or as a table for
//! spreadsheets.

use std::io::{self, Write};

use super::summary::{CaseStatistics, Statistics, StatisticsCollector};
use crate::reader::PartialReport;
use referee_base::spreadsheet::CsvTable;
use referee_events::Event;

/// A report whose text a function makes of the statistics.
pub(crate) struct StatisticsReport<W, F> {
    out: W,
    collected: StatisticsCollector,
    text: F,
}

impl<W: Write, F: Fn(&Statistics) -> io::Result<String>> StatisticsReport<W, F> {
    pub(crate) fn new(out: W, text: F) -> Self {
        StatisticsReport { out, collected: StatisticsCollector::default(), text }
    }
}

impl<W, F> PartialReport for StatisticsReport<W, F>
where
    W: Write,
    F: Fn(&Statistics) -> io::Result<String>,
{
    fn event(&mut self, event: &Event) -> io::Result<()> {
        self.collected.event(event);
        let Event::Finished(_) = event else { return Ok(()) };
        if let Some(statistics) = self.collected.statistics() {
            self.out.write_all((self.text)(&statistics)?.as_bytes())?;
            self.out.flush()?;
        }
        Ok(())
    }
}

/// Formats statistics as one JSON object, for programs.
pub(crate) fn json(statistics: &Statistics) -> io::Result<String> {
    Ok(serde_json::to_string_pretty(statistics)? + "\n")
}

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
