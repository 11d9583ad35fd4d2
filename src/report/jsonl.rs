//! JSON Lines: one event per line, in the order of the run. The first line names format and version.

use std::io::{self, Write};

use super::reader::PartialReport;
use crate::events::Event;

pub(super) struct JsonLines<W> {
    out: W,
}

impl<W: Write> JsonLines<W> {
    pub(super) fn new(out: W) -> Self {
        JsonLines { out }
    }
}

impl<W: Write> PartialReport for JsonLines<W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        // One write per line, so that a concurrent reader never sees half a line.
        let mut line = serde_json::to_vec(event)?;
        line.push(b'\n');
        self.out.write_all(&line)?;
        match event {
            Event::Finished(_) => self.out.flush(),
            _ => Ok(()),
        }
    }
}
