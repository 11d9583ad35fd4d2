//! Reports that omit some submissions or everything.

use std::collections::HashSet;
use std::io;
use std::sync::Arc;

use super::reader::PartialReport;
use referee_events::{Event, Started};

/// A report without submissions of which the shard has only some cases: their results are complete
/// only after merging.
pub struct OfWholeSubmissions<'w> {
    report: Box<dyn PartialReport + 'w>,
    /// The submissions with only some cases in this shard.
    blocks: HashSet<Arc<str>>,
}

impl<'w> OfWholeSubmissions<'w> {
    /// Wraps a report.
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

/// A report without the events of some submissions, whose grades and feedback are withheld.
pub struct Withheld<'w> {
    /// The report.
    pub report: Box<dyn PartialReport + 'w>,
    /// The withheld submissions.
    pub submissions: HashSet<Arc<str>>,
}

impl PartialReport for Withheld<'_> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        let contestant = match event {
            Event::Judged(judged) => Some(&judged.contestant),
            Event::Submission(end) => Some(&end.contestant),
            Event::Block(block) => Some(&block.result.contestant),
            Event::Extra { contestant, .. } => Some(contestant),
            Event::Started(_) | Event::Fault { .. } | Event::Finished(_) => None,
        };
        match contestant.filter(|name| self.submissions.contains(*name)) {
            Some(_) => Ok(()),
            None => self.report.event(event),
        }
    }
}

/// A report without output, for when there is nothing to report.
pub struct Silent;

impl PartialReport for Silent {
    fn event(&mut self, _: &Event) -> io::Result<()> {
        Ok(())
    }
}
