//! The interface of reports: a reader of the event stream.

use std::io;

use referee_events::Event;

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
