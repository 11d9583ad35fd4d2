//! The interface of reports: a reader of the event stream.

use std::io;

use referee_events::Event;

/// A report under construction.
pub trait PartialReport {
    /// Takes the next event.
    ///
    /// # Errors
    /// The report cannot be written.
    fn event(&mut self, event: &Event) -> io::Result<()>;

    /// Takes the next event with the line from which it was read, which has nothing else.
    ///
    /// # Errors
    /// The report cannot be written.
    fn line(&mut self, event: &Event, _line: &[u8]) -> io::Result<()> {
        self.event(event)
    }
}
