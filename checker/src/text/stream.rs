//! The strict reader of texts that may be too long for memory, such as a jury's answer of a hundred
//! million numbers.
//!
//! Idea: a [`Scanner`] over a window of the stream reads one item and reports its faults, then the
//! stream moves the window. So the grammar and its messages exist only once.

use std::io::{self, Read};

use super::{InputError, Position, Scanner, Strictness};

/// The minimum number of bytes in the window, unless the text ends: more than the longest item.
const LOOKAHEAD: usize = 256;

const BUFFER: usize = 64 << 10;

/// A strict text, read as a stream.
pub struct StrictStream<'r> {
    reader: &'r mut dyn Read,
    buffer: Vec<u8>,
    start: usize,
    ended: bool,
    /// The place of the window's first byte.
    place: Position,
}

impl<'r> StrictStream<'r> {
    /// The text of `reader`.
    pub fn new(reader: &'r mut dyn Read) -> Self {
        let place = Position { line: 1, column: 1 };
        StrictStream { reader, buffer: Vec::new(), start: 0, ended: false, place }
    }

    /// The next byte; `None` at the end.
    ///
    /// # Errors
    /// Those of the reader.
    pub fn peek(&mut self) -> io::Result<Option<u8>> {
        self.fill()?;
        Ok(self.buffer.get(self.start).copied())
    }

    /// Reads an item of at most 256 bytes with a scanner positioned before it.
    ///
    /// # Errors
    /// The outer error is the reader's, the inner one that of `read`, with its place in the whole
    /// text.
    pub fn read<T>(
        &mut self,
        read: impl FnOnce(&mut Scanner) -> Result<T, InputError>,
    ) -> io::Result<Result<T, InputError>> {
        self.fill()?;
        let mut scanner = Scanner::new(&self.buffer[self.start..], Strictness::Strict);
        let result = read(&mut scanner);
        let length = scanner.offset();
        Ok(match result {
            Ok(value) => {
                let read = &self.buffer[self.start..self.start + length];
                self.place = after(self.place, Position::of(read, length));
                self.start += length;
                Ok(value)
            }
            Err(error) => Err(InputError { place: after(self.place, error.place), ..error }),
        })
    }

    fn fill(&mut self) -> io::Result<()> {
        if self.buffer.len() - self.start >= LOOKAHEAD || self.ended {
            return Ok(());
        }
        self.buffer.drain(..self.start);
        self.start = 0;
        let wanted = (BUFFER - self.buffer.len()) as u64;
        let read = (&mut *self.reader).take(wanted).read_to_end(&mut self.buffer)?;
        self.ended = (read as u64) < wanted;
        Ok(())
    }
}

/// The place that is `relative` when counted from `start`.
fn after(start: Position, relative: Position) -> Position {
    match relative.line {
        1 => Position { line: start.line, column: start.column + relative.column - 1 },
        line => Position { line: start.line + line - 1, column: relative.column },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reader that returns one byte at a time, like a slow pipe.
    struct Slow<'a>(&'a [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let length = buffer.len().min(1);
            self.0.read(&mut buffer[..length])
        }
    }

    fn sum(reader: &mut dyn Read) -> Result<i64, InputError> {
        let mut stream = StrictStream::new(reader);
        let mut sum = 0;
        while stream.peek().unwrap().is_some() {
            sum += stream
                .read(|scanner| {
                    let value = scanner.integer("a number", 0, 1_000_000)?;
                    scanner.line_end()?;
                    Ok(value)
                })
                .unwrap()?;
        }
        Ok(sum)
    }

    #[test]
    fn a_text_longer_than_the_buffer_is_read_to_its_end() {
        let text: String = (0..100_000).map(|i| format!("{i}\n")).collect();
        assert!(text.len() > 5 * BUFFER);
        assert_eq!(sum(&mut text.as_bytes()), Ok(99_999 * 50_000));
        assert_eq!(sum(&mut Slow(text.as_bytes())), Ok(99_999 * 50_000));
        assert_eq!(sum(&mut &b""[..]), Ok(0));
    }

    #[test]
    fn faults_have_their_place_in_the_whole_text() {
        let good: String = (0..50_000).map(|i| format!("{i}\n")).collect();
        for (bad, column, message) in [
            ("12 \n", 3, "expected a line break, found a space"),
            ("007\n", 1, "a number = 007: a number is written without leading zeros"),
            ("7", 2, "expected a line break, found the end of the file"),
        ] {
            let error = sum(&mut format!("{good}{bad}").as_bytes()).unwrap_err();
            assert_eq!(error.place, Position { line: 50_001, column });
            assert_eq!(error.message, message);
        }
    }
}
