//! Statistics as one JSON object, for programs.

use std::io::{self, Write};

use super::summary::StatisticsCollector;
use crate::reader::PartialReport;
use referee_events::Event;

/// Statistics as JSON.
pub(crate) struct StatisticsJson<W> {
    out: W,
    collected: StatisticsCollector,
}

impl<W: Write> StatisticsJson<W> {
    pub(crate) fn new(out: W) -> Self {
        StatisticsJson { out, collected: StatisticsCollector::default() }
    }
}

impl<W: Write> PartialReport for StatisticsJson<W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        self.collected.event(event);
        if let Some(statistics) = self.collected.finished(event) {
            serde_json::to_writer_pretty(&mut self.out, &statistics)?;
            writeln!(self.out)?;
            self.out.flush()?;
        }
        Ok(())
    }
}
