//! Splits data files into records, one at a time: the lines of JSON Lines, or the elements of a
//! JSON array.
//!
//! Only the ends of records are parsed here, so that a malformed record is reported with its place
//! and the next one is read.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Read};
use std::path::Path;
use std::sync::Arc;

use referee_base::fault::Fault;
use referee_checker::Position;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::opening::{self, Bytes};

/// The largest record, in bytes.
const MAX_RECORD: u64 = 512 << 20;

/// The fields of a record, as they are written.
pub(crate) type Fields = BTreeMap<String, Box<RawValue>>;

/// The place of a record.
#[derive(Debug, Clone)]
pub struct Place {
    /// The file.
    pub path: Arc<Path>,
    /// The position of the record in the decompressed text of the file.
    pub position: Position,
    /// Its offset in that text, in bytes.
    pub offset: u64,
    /// Whether these are also the bytes of the file on disk.
    pub is_plain: bool,
}

/// A record that is not parsed yet.
#[derive(Debug)]
pub struct RawRecord {
    /// Its text.
    pub text: Vec<u8>,
    /// The place where it begins.
    pub place: Place,
}

impl RawRecord {
    /// Parses the record, which must be an object.
    ///
    /// # Errors
    /// The record is not an object; the fault has the place of the error.
    pub fn fields(&self) -> Result<Fields, Fault> {
        // Only parsing all values finds all errors in them.
        let all = serde_json::from_slice::<Map<String, Value>>(&self.text).map(drop);
        all.and_then(|()| serde_json::from_slice(&self.text)).map_err(|error| {
            let message = error.to_string();
            let message = message.rsplit_once(" at line").map_or(&*message, |(what, _)| what);
            self.place.fault(message, (error.line() as u64, error.column() as u64))
        })
    }

    /// Returns the fault of a record as a whole.
    pub fn fault(&self, message: impl AsRef<str>) -> Fault {
        self.place.fault(message.as_ref(), (1, 1))
    }
}

impl Place {
    /// Returns the fault at a line and column of the record.
    fn fault(&self, message: &str, (line, column): (u64, u64)) -> Fault {
        let start = self.position;
        let column = column.max(1);
        let place = match line {
            0 | 1 => Position { line: start.line, column: start.column + column - 1 },
            _ => Position { line: start.line + line - 1, column },
        };
        Fault { place: Some(place), ..Fault::bad_input(message).at(&self.path) }
    }
}

pub(crate) struct Records {
    bytes: Bytes,
    path: Arc<Path>,
    is_plain: bool,
    form: Form,
    position: Position,
    offset: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Unknown,
    Lines,
    /// An array of records, whose start has been read.
    Array,
    Over,
}

impl Records {
    pub(crate) fn open(path: &Arc<Path>) -> Result<Records, Fault> {
        let (bytes, is_plain) = opening::open(path)?;
        let position = Position { line: 1, column: 1 };
        let path = Arc::clone(path);
        Ok(Records { bytes, path, is_plain, form: Form::Unknown, position, offset: 0 })
    }

    fn place(&self) -> Place {
        let Records { path, position, offset, is_plain, .. } = self;
        Place { path: Arc::clone(path), position: *position, offset: *offset, is_plain: *is_plain }
    }

    /// Returns the fault of a failed read, after which nothing more is read: a decoder reports the
    /// same error again and again.
    fn cannot_read(&mut self, error: &io::Error) -> Fault {
        self.form = Form::Over;
        match error.kind() {
            io::ErrorKind::InvalidInput
            | io::ErrorKind::InvalidData
            | io::ErrorKind::UnexpectedEof
            | io::ErrorKind::Other => {
                self.place().fault(&format!("broken compressed data: {error}"), (1, 1))
            }
            _ => Fault::cannot_read(&self.path, error),
        }
    }

    /// Returns the next byte without consuming it.
    fn peek(&mut self) -> Result<Option<u8>, Fault> {
        loop {
            match self.bytes.fill_buf() {
                Ok(buffer) => return Ok(buffer.first().copied()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(self.cannot_read(&error)),
            }
        }
    }

    fn take(&mut self, byte: u8) {
        self.bytes.consume(1);
        self.offset += 1;
        self.position = match byte {
            b'\n' => Position { line: self.position.line + 1, column: 1 },
            _ => Position { column: self.position.column + 1, ..self.position },
        };
    }

    /// Skips white space and, between the elements of an array, commas.
    fn skip(&mut self) -> Result<Option<u8>, Fault> {
        while let Some(byte) = self.peek()? {
            let is_mark = self.offset < 3 && [0xef, 0xbb, 0xbf].contains(&byte);
            let is_comma = self.form == Form::Array && byte == b',';
            if !(byte.is_ascii_whitespace() || is_mark || is_comma) {
                return Ok(Some(byte));
            }
            self.take(byte);
        }
        Ok(None)
    }

    fn try_next(&mut self) -> Result<Option<RawRecord>, Fault> {
        if self.form == Form::Over {
            return Ok(None);
        }
        loop {
            match (self.form, self.skip()?) {
                (Form::Unknown, Some(b'[')) => {
                    self.take(b'[');
                    self.form = Form::Array;
                }
                // Files that were joined have one array after the other.
                (Form::Array, Some(b']')) => {
                    self.take(b']');
                    self.form = Form::Unknown;
                }
                (Form::Array, None) => {
                    self.form = Form::Over;
                    return Err(self.place().fault("the array has no end", (1, 1)));
                }
                (Form::Array, Some(_)) => return self.element().map(Some),
                (_, None) => return Ok(None),
                (_, Some(_)) => {
                    self.form = Form::Lines;
                    return self.line().map(Some);
                }
            }
        }
    }

    fn line(&mut self) -> Result<RawRecord, Fault> {
        let place = self.place();
        let mut text = Vec::new();
        let read = (&mut self.bytes).take(MAX_RECORD).read_until(b'\n', &mut text);
        let read = read.map_err(|error| self.cannot_read(&error))? as u64;
        self.offset += read;
        let is_whole = text.last() == Some(&b'\n');
        if is_whole {
            self.position = Position { line: self.position.line + 1, column: 1 };
        } else if read == MAX_RECORD {
            self.form = Form::Over;
            return Err(place.fault("the line is too long", (1, 1)));
        }
        Ok(RawRecord { text: text.trim_ascii_end().to_vec(), place })
    }

    /// Reads an element of an array, up to the comma or bracket after it.
    fn element(&mut self) -> Result<RawRecord, Fault> {
        let place = self.place();
        let mut text = Vec::new();
        let (mut depth, mut in_text, mut is_escaped) = (0_u64, false, false);
        while let Some(byte) = self.peek()? {
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' if in_text => is_escaped = true,
                b'"' => in_text = !in_text,
                _ if in_text => {}
                b',' | b']' if depth == 0 => return Ok(RawRecord { text, place }),
                b'[' | b'{' => depth += 1,
                b']' | b'}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            text.push(byte);
            self.take(byte);
            if text.len() as u64 == MAX_RECORD {
                break;
            }
        }
        self.form = Form::Over;
        Err(place.fault("this element of the array has no end", (1, 1)))
    }
}

impl Iterator for Records {
    type Item = Result<RawRecord, Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.try_next();
        if next.as_ref().is_err_and(|fault| fault.place.is_none()) {
            self.form = Form::Over;
        }
        next.transpose()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    /// Returns the texts of all records, or the places of errors in them.
    fn all(text: &str) -> Vec<Result<String, String>> {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), text).unwrap();
        let records = Records::open(&Arc::from(file.path())).unwrap();
        let described = records.map(|record| {
            let described = |fault: Fault| format!("{} {}", fault.place.unwrap(), fault.message);
            let record = record.map_err(described)?;
            record.fields().map_err(described)?;
            let Place { position, offset, .. } = record.place;
            Ok(format!("{position} {offset} {}", String::from_utf8(record.text).unwrap()))
        });
        described.collect()
    }

    #[test]
    fn a_malformed_line_is_named_and_the_next_one_is_read() {
        let found = all("{\"a\":1}\n\n  {\"b\":}\n{\"c\":3}");
        assert_eq!(
            found,
            [
                Ok("line 1, column 1 0 {\"a\":1}".to_string()),
                Err("line 3, column 8 expected value".to_string()),
                Ok("line 4, column 1 18 {\"c\":3}".to_string()),
            ]
        );
        let broken = all("[1,2]\n{}");
        assert!(broken[0].is_err() && broken[1].is_err(), "{broken:?}");
    }

    #[test]
    fn a_compressed_file_that_is_cut_off_is_reported_once() {
        for text in ["{\"a\": 1}\n", "[{\"a\": 1},\n"] {
            let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
            gzip.write_all(text.repeat(9).as_bytes()).unwrap();
            let whole = gzip.finish().unwrap();
            let file = tempfile::NamedTempFile::new().unwrap();
            std::fs::write(file.path(), &whole[..whole.len() - 9]).unwrap();
            let records = Records::open(&Arc::from(file.path())).unwrap();
            assert_eq!(records.take(99).filter(Result::is_err).count(), 1, "{text}");
        }
    }

    #[test]
    fn the_elements_of_an_array_are_records() {
        let found = all("\u{feff}[\n {\"a\": \"]},\\\"\"},\n {\"b\":\n {]},\n{}]  ");
        assert_eq!(
            found,
            [
                Ok("line 2, column 2 6 {\"a\": \"]},\\\"\"}".to_string()),
                Err("line 4, column 3 key must be a string".to_string()),
                Ok("line 5, column 1 35 {}".to_string()),
            ]
        );
        assert_eq!(all("[{}").len(), 1);
        assert!(all("[{}")[0].is_err() && all("[").len() == 1 && all("[]").is_empty());
        let joined = all("[{}]\n[{}, {}][]\n{}\n{");
        assert_eq!((joined.len(), joined.iter().filter(|record| record.is_ok()).count()), (5, 4));
    }
}
