//! What every report is: a reader of the event stream.

use std::io;

use crate::events::Event;

/// A report in the making.
pub trait Report {
    /// Takes the next event.
    ///
    /// # Errors
    /// The report cannot be written.
    fn event(&mut self, event: &Event) -> io::Result<()>;
}
