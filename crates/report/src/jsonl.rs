//! JSON Lines: one event per line, in the order of the run. The first line states the format and
//! its version.

use std::io::{self, Write};

use super::reader::PartialReport;
use referee_events::Event;

pub(super) struct JsonLines<W> {
    out: W,
    line: Vec<u8>,
}

impl<W: Write> JsonLines<W> {
    pub(super) fn new(out: W) -> Self {
        JsonLines { out, line: Vec::new() }
    }
}

impl<W: Write> PartialReport for JsonLines<W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        // One write per line, so that a concurrent reader never sees half a line.
        self.line.clear();
        serde_json::to_writer(&mut self.line, event)?;
        self.line.push(b'\n');
        self.out.write_all(&self.line)?;
        match event {
            Event::Finished(_) => self.out.flush(),
            _ => Ok(()),
        }
    }

    /// Copies the line: serializing the event again would give the same line, but take longer.
    fn line(&mut self, _: &Event, line: &[u8]) -> io::Result<()> {
        self.line.clear();
        self.line.extend_from_slice(line);
        self.line.push(b'\n');
        self.out.write_all(&self.line)
    }
}
