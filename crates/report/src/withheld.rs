//! A report that is silent about some submissions: their grades and feedback are held back.

use std::collections::HashSet;
use std::io;
use std::sync::Arc;

use super::reader::PartialReport;
use referee_events::Event;

/// A report without what concerns some submissions.
pub struct Withheld<'w> {
    /// The report.
    pub report: Box<dyn PartialReport + 'w>,
    /// The submissions.
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
