//! The interface of reports: a reader of the event stream. Also a reader that passes on only what a
//! report may show, and one without output.

use std::collections::HashSet;
use std::io;
use std::sync::Arc;

use referee_events::{Event, Started};

/// A report under construction.
pub trait PartialReport {
    /// Processes the next event.
    ///
    /// # Errors
    /// The report cannot be written.
    fn event(&mut self, event: &Event) -> io::Result<()>;

    /// Processes the next event, given with the line from which it was parsed. The line contains
    /// nothing else.
    ///
    /// # Errors
    /// The report cannot be written.
    fn line(&mut self, event: &Event, _line: &[u8]) -> io::Result<()> {
        self.event(event)
    }
}

/// A report without the results of some submissions: those that are withheld, and those of which
/// the shard has only some cases, whose results are complete only after merging.
pub struct Without<'w> {
    /// The report.
    pub report: Box<dyn PartialReport + 'w>,
    /// The submissions whose grades and feedback are withheld; once the run has started, also those
    /// with only some cases in this shard.
    pub submissions: HashSet<Arc<str>>,
}

impl Without<'_> {
    fn begin(&mut self, started: &Started) -> io::Result<()> {
        let blocks: HashSet<Arc<str>> = started.contestants_of_blocks().collect();
        let is_whole = |name: &&Arc<str>| !blocks.contains(*name);
        let contestants = started.contestants.iter().filter(is_whole).cloned().collect();
        self.submissions.extend(blocks);
        self.report.event(&Event::Started(Started { contestants, ..started.clone() }))
    }
}

impl PartialReport for Without<'_> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        let contestant = match event {
            Event::Started(started) if started.shard.is_some() => return self.begin(started),
            Event::Block(_) => return Ok(()),
            Event::Judged(judged) => &judged.contestant,
            Event::Submission(end) => &end.contestant,
            Event::Extra { contestant, .. } => contestant,
            Event::Started(_) | Event::Fault { .. } | Event::Finished(_) => {
                return self.report.event(event);
            }
        };
        if self.submissions.contains(contestant) { Ok(()) } else { self.report.event(event) }
    }
}

/// A report without output, for when there is nothing to report.
pub(super) struct Silent;

impl PartialReport for Silent {
    fn event(&mut self, _: &Event) -> io::Result<()> {
        Ok(())
    }
}
