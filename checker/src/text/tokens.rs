//! The reader of outputs: tokens separated by any white space, from a stream of any length, in
//! bounded memory.

use std::fmt;
use std::io::{self, Read};

use super::{Position, escape, is_space};

/// The number of bytes kept of a token; no claim of a shipped problem has a longer one.
const KEPT: usize = 64;

/// The size of the first read: most outputs are far shorter, and clearing the buffer takes time
/// too.
const BUFFER: usize = 1024;

/// The size of later reads.
const LARGE_BUFFER: usize = 64 << 10;

/// The maximum number of digits of an integer on the fast path.
const QUICK_DIGITS: usize = 9;

/// One token of an output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// Its first bytes.
    kept: [u8; KEPT],
    /// The number of bytes kept.
    length: usize,
    /// Whether it is longer than the part kept.
    cut: bool,
    /// Its start.
    pub place: Position,
}

impl Token {
    /// Whether this is `word`, in any mixture of upper and lower case.
    pub fn is(&self, word: &str) -> bool {
        !self.cut && self.bytes().eq_ignore_ascii_case(word.as_bytes())
    }

    /// The token, or its first bytes if it is too long.
    pub fn bytes(&self) -> &[u8] {
        &self.kept[..self.length]
    }

    /// Whether it is longer than the part kept.
    pub fn is_cut(&self) -> bool {
        self.cut
    }

    /// The token as an integer, read as in C++ streams and most other languages: digits, including
    /// leading zeros, after an optional sign. A number too large for an `i64` becomes the nearest
    /// `i64`.
    pub fn integer(&self) -> Option<i64> {
        let (negative, digits) = match self.bytes() {
            [b'-', digits @ ..] => (true, digits),
            [b'+', digits @ ..] => (false, digits),
            digits => (false, digits),
        };
        // A truncated number is known to be too large, provided that its first digit is not 0.
        let is_known = !self.cut || digits.first() != Some(&b'0');
        if digits.is_empty() || !is_known || !digits.iter().all(u8::is_ascii_digit) {
            return None;
        }
        Some(digits.iter().fold(0i64, |value, &digit| {
            let (value, digit) = (value.saturating_mul(10), i64::from(digit - b'0'));
            if negative { value.saturating_sub(digit) } else { value.saturating_add(digit) }
        }))
    }
}

impl fmt::Display for Token {
    /// Escaped, and with `...` if truncated.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&escape(self.bytes()))?;
        f.write_str(if self.cut { "..." } else { "" })
    }
}

/// A byte that text cannot contain, and its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotText {
    /// The byte.
    pub byte: u8,
    /// Its place.
    pub place: Position,
}

/// The tokens of a stream.
pub struct Tokens<'r> {
    reader: &'r mut dyn Read,
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    place: Position,
}

impl<'r> Tokens<'r> {
    /// The tokens of `reader`.
    pub fn new(reader: &'r mut dyn Read) -> Self {
        let place = Position { line: 1, column: 1 };
        Tokens { reader, buffer: vec![0; BUFFER], start: 0, end: 0, place }
    }

    /// The place after everything read so far.
    pub fn place(&self) -> Position {
        self.place
    }

    /// The next token, `None` at the end.
    ///
    /// # Errors
    /// The outer error is the reader's. The inner one says that this is not text: it has a control
    /// character other than white space.
    pub fn next_token(&mut self) -> io::Result<Result<Option<Token>, NotText>> {
        let first = loop {
            match self.next_byte()? {
                None => return Ok(Ok(None)),
                Some(byte) if is_space(byte) => {}
                Some(byte) => break byte,
            }
        };
        // `next_byte` has consumed the first byte, which is never a line feed here.
        let start = Position { column: self.place.column - 1, ..self.place };
        let mut token = Token { kept: [0; KEPT], length: 0, cut: false, place: start };
        let mut next = Some(first);
        while let Some(byte) = next.filter(|&b| !is_space(b)) {
            if byte.is_ascii_control() {
                let column = self.place.column - 1;
                return Ok(Err(NotText { byte, place: Position { column, ..self.place } }));
            }
            if token.length < KEPT {
                token.kept[token.length] = byte;
                token.length += 1;
            } else {
                token.cut = true;
            }
            next = self.next_byte()?;
        }
        Ok(Ok(Some(token)))
    }

    /// The next token, if it is a non-negative integer of at most nine digits, without sign or
    /// leading zeros, completely in the buffer. Otherwise nothing is consumed, and the caller must
    /// use [`Tokens::next_token`].
    ///
    /// Outputs of millions of numbers are read several times faster this way.
    pub fn quick_integer(&mut self) -> Option<(u32, Position)> {
        let rest = &self.buffer[self.start..self.end];
        let mut place = self.place;
        let mut start = 0;
        while is_space(*rest.get(start)?) {
            match rest[start] {
                b'\n' => place = Position { line: place.line + 1, column: 1 },
                _ => place.column += 1,
            }
            start += 1;
        }
        let mut value = 0;
        let mut end = start;
        while let digit @ 0..=9 = rest.get(end)?.wrapping_sub(b'0') {
            // One digit more than allowed still fits.
            value = value * 10 + u64::from(digit);
            end += 1;
            if end - start > QUICK_DIGITS {
                return None;
            }
        }
        let canonical = end - start == 1 || rest[start] != b'0';
        if end == start || !canonical || !is_space(rest[end]) {
            return None;
        }
        self.start += end;
        self.place = Position { column: place.column + (end - start) as u64, ..place };
        Some((value as u32, place))
    }

    fn next_byte(&mut self) -> io::Result<Option<u8>> {
        if self.start == self.end {
            if self.end == BUFFER {
                self.buffer.resize(LARGE_BUFFER, 0);
            }
            self.start = 0;
            self.end = read_some(self.reader, &mut self.buffer)?;
            if self.end == 0 {
                return Ok(None);
            }
        }
        let byte = self.buffer[self.start];
        self.start += 1;
        if byte == b'\n' {
            self.place = Position { line: self.place.line + 1, column: 1 };
        } else {
            self.place.column += 1;
        }
        Ok(Some(byte))
    }
}

fn read_some(reader: &mut dyn Read, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match reader.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

#[cfg(test)]
mod tests;
