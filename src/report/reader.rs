//! The interface of reports: a reader of the event stream.

use std::io;

use crate::events::Event;

/// A report under construction.
pub trait PartialReport {
    /// Takes the next event.
    ///
    /// # Errors
    /// The report cannot be written.
    fn event(&mut self, event: &Event) -> io::Result<()>;
}
