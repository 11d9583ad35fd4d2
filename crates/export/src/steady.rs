//! A writer that stores its first error instead of returning it. The ZIP library would otherwise
//! write again when it is dropped, and print the error of that.

use std::io::{self, Seek, SeekFrom, Write};

/// A writer that ignores all writes after its first error and reports success.
pub(super) struct Steady<W> {
    inner: W,
    position: u64,
    error: Option<io::Error>,
}

impl<W: Write + Seek> Steady<W> {
    pub(super) fn new(inner: W) -> Steady<W> {
        Steady { inner, position: 0, error: None }
    }

    /// Removes and returns the first error, if there was one.
    pub(super) fn take_error(&mut self) -> Option<io::Error> {
        self.error.take()
    }

    /// Returns whether there was an error.
    pub(super) fn has_failed(&self) -> bool {
        self.error.is_some()
    }

    fn carry_out<T>(
        &mut self,
        work: impl FnOnce(&mut W) -> io::Result<T>,
    ) -> io::Result<Option<T>> {
        if self.error.is_some() {
            return Ok(None);
        }
        match work(&mut self.inner) {
            Ok(done) => Ok(Some(done)),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            Err(error) => {
                self.error = Some(error);
                Ok(None)
            }
        }
    }
}

impl<W: Write + Seek> Write for Steady<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.carry_out(|inner| inner.write(bytes))?.unwrap_or(bytes.len());
        self.position += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.carry_out(W::flush).map(drop)
    }
}

impl<W: Write + Seek> Seek for Steady<W> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let sought = self.carry_out(|inner| inner.seek(to))?;
        self.position = sought.unwrap_or(match to {
            SeekFrom::Start(position) => position,
            SeekFrom::Current(by) => self.position.saturating_add_signed(by),
            SeekFrom::End(_) => self.position,
        });
        Ok(self.position)
    }
}
