//! A report of a shard that is silent about submissions of which the shard has only some cases: what they come to shows when all are
//! together.

use std::collections::HashSet;
use std::io;
use std::sync::Arc;

use super::reader::PartialReport;
use referee_events::{Event, Started};

/// A report of whole submissions only.
pub struct OfWholeSubmissions<'w> {
    report: Box<dyn PartialReport + 'w>,
    /// The submissions of which there are only some cases.
    blocks: HashSet<Arc<str>>,
}

impl<'w> OfWholeSubmissions<'w> {
    /// Begins a report.
    pub fn new(report: Box<dyn PartialReport + 'w>) -> OfWholeSubmissions<'w> {
        OfWholeSubmissions { report, blocks: HashSet::new() }
    }

    fn begin(&mut self, started: &Started) -> io::Result<()> {
        self.blocks = started.contestants_of_blocks().collect();
        let is_whole = |name: &&Arc<str>| !self.blocks.contains(*name);
        let contestants = started.contestants.iter().filter(is_whole).cloned().collect();
        self.report.event(&Event::Started(Started { contestants, ..started.clone() }))
    }
}

impl PartialReport for OfWholeSubmissions<'_> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        let contestant = match event {
            Event::Started(started) if started.shard.is_some() => return self.begin(started),
            Event::Block(_) => return Ok(()),
            Event::Judged(judged) => &judged.contestant,
            Event::Submission(end) => &end.contestant,
            _ => return self.report.event(event),
        };
        if self.blocks.contains(contestant) { Ok(()) } else { self.report.event(event) }
    }
}
