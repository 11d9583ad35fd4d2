//! Statistics as a table for spreadsheets: a row for each case that some submission failed.

use std::io::{self, Write};

use super::summary::{CaseStatistics, StatisticsCollector};
use crate::reader::PartialReport;
use referee_base::spreadsheet::CsvTable;
use referee_events::Event;

/// A row for each case that some submission failed, hardest first.
pub(crate) struct StatisticsCsv<W: Write> {
    out: CsvTable<W>,
    collected: StatisticsCollector,
}

impl<W: Write> StatisticsCsv<W> {
    pub(crate) fn new(out: W) -> Self {
        let out = CsvTable::new(out);
        StatisticsCsv { out, collected: StatisticsCollector::default() }
    }
}

impl<W: Write> PartialReport for StatisticsCsv<W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        self.collected.event(event);
        if let Some(statistics) = self.collected.finished(event) {
            let head =
                ["case", "run", "failed", "reason", "group", "group_submissions", "group_message"];
            self.out.with_in_each_row("languages", statistics.languages.as_deref());
            self.out.row(head)?;
            for CaseStatistics { case, run, failed, reasons } in &statistics.cases {
                let largest = statistics.failures.iter().find(|failure| failure.case == *case);
                let reason = reasons.first().map_or("", |(reason, _)| reason.code());
                self.out.row([
                    &**case,
                    &run.to_string(),
                    &failed.to_string(),
                    reason,
                    largest.map_or("", |failure| &failure.id),
                    &largest.map_or(0, |failure| failure.submissions.len()).to_string(),
                    largest.map_or("", |failure| &failure.message),
                ])?;
            }
            self.out.flush()?;
        }
        Ok(())
    }
}
