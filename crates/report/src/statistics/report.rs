//! A report of statistics: a text that is written once the run has ended.

use std::io::{self, Write};

use super::summary::{Statistics, StatisticsCollector};
use crate::reader::PartialReport;
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
