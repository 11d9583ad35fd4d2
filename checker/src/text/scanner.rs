//! The reader of inputs: a cursor over one slice, whose caller states what must come next.
//!
//! The happy path computes no line numbers and allocates nothing; for a fault, the text is read
//! once more to find its line and column.

use std::fmt;
use std::ops::RangeInclusive;

use super::integer::leading_digits;
use super::pairs::quick_pairs;
use super::{Position, excerpt, is_space};

/// The number of lines read the slow way before the fast one is tried again.
const UNUSUAL_LINES: usize = 64;

/// How closely a text must follow its grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strictness {
    /// Byte for byte: one space, one line feed, a final line feed, nothing more.
    Strict,
    /// Any white space between numbers, including carriage returns, and no final line feed needed.
    Lenient,
}

/// The first place at which a text violates its grammar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputError {
    /// The place.
    pub place: Position,
    /// What is wrong there, and what was expected.
    pub message: String,
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

impl std::error::Error for InputError {}

/// A cursor over an input.
pub struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
    form: Strictness,
    context: String,
}

impl<'a> Scanner<'a> {
    /// A cursor at the start of `bytes`.
    pub fn new(bytes: &'a [u8], form: Strictness) -> Self {
        Scanner { bytes, at: 0, form, context: String::new() }
    }

    /// Sets a remark that ends every later range error, such as `n = 5`.
    pub fn set_context(&mut self, context: String) {
        self.context = context;
    }

    /// The offset of the next byte, for [`Scanner::error`].
    pub fn offset(&self) -> usize {
        self.at
    }

    /// The number of bytes left: an upper bound for allocations by a count in a header.
    pub fn remaining(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// Reads an integer in `least..=most`. Errors refer to it by `name`.
    ///
    /// # Errors
    /// No integer here, one written with a plus sign, leading zeros, a fraction or an exponent, or
    /// one outside the range.
    #[inline]
    pub fn integer(&mut self, name: &str, least: i64, most: i64) -> Result<i64, InputError> {
        if self.form == Strictness::Lenient {
            self.skip_spaces();
        }
        let start = self.at;
        let rest = &self.bytes[start..];
        let negative = rest.first() == Some(&b'-');
        let digits = &rest[usize::from(negative)..];
        let (magnitude, length) = leading_digits(digits);
        let ends = digits.get(length).is_none_or(|&next| is_space(next));
        let canonical = length == 1 || digits.first() != Some(&b'0');
        if length == 0 || !ends || !canonical || (negative && magnitude == 0) {
            return Err(self.not_an_integer(name));
        }
        // More than 18 digits yield u64::MAX, which no range contains.
        let magnitude = i64::try_from(magnitude).unwrap_or(i64::MAX);
        let value = if negative { -magnitude } else { magnitude };
        if value < least || value > most {
            return Err(self.out_of_range(name, least, most));
        }
        self.at = start + usize::from(negative) + length;
        Ok(value)
    }

    /// Reads the white space between two numbers on a line.
    ///
    /// # Errors
    /// Strict: anything but exactly one space. Lenient: no white space at all.
    #[inline]
    pub fn space(&mut self) -> Result<(), InputError> {
        self.separator(b' ', "a single space")
    }

    /// Reads the end of a line.
    ///
    /// # Errors
    /// Strict: anything but a line feed. Lenient: neither white space nor the end of the text.
    #[inline]
    pub fn line_end(&mut self) -> Result<(), InputError> {
        if self.form == Strictness::Lenient && self.at == self.bytes.len() {
            return Ok(());
        }
        self.separator(b'\n', "a line break")
    }

    /// Reads `count` lines of two integers each, both within `range`, and passes each pair to
    /// `each`.
    ///
    /// # Errors
    /// Those of [`Scanner::integer`], [`Scanner::space`] and [`Scanner::line_end`].
    pub fn pairs(
        &mut self,
        names: [&str; 2],
        range: RangeInclusive<i32>,
        count: usize,
        mut each: impl FnMut(i32, i32),
    ) -> Result<(), InputError> {
        let mut left = count;
        let (least, most) = (i64::from(*range.start()), i64::from(*range.end()));
        while left > 0 {
            let (read, at) = quick_pairs(self.bytes, self.at, left, &range, &mut each);
            self.at = at;
            left -= read;
            // Unusual lines often come together, so the slow way reads a few before the fast way is
            // tried again.
            for _ in 0..left.min(UNUSUAL_LINES) {
                let a = self.integer(names[0], least, most)?;
                self.space()?;
                let b = self.integer(names[1], least, most)?;
                self.line_end()?;
                left -= 1;
                each(a as i32, b as i32);
            }
        }
        Ok(())
    }

    /// Whether the line continues with another number; if so, the separator before it is read.
    pub fn line_goes_on(&mut self) -> bool {
        match self.form {
            Strictness::Strict => {
                let goes_on = self.bytes.get(self.at) == Some(&b' ');
                self.at += usize::from(goes_on);
                goes_on
            }
            Strictness::Lenient => {
                let rest = &self.bytes[self.at..];
                let blanks = rest.iter().take_while(|&&b| is_space(b) && b != b'\n').count();
                let goes_on = rest.get(blanks).is_some_and(|&next| next != b'\n');
                self.at += blanks;
                goes_on
            }
        }
    }

    /// Checks that nothing follows.
    ///
    /// # Errors
    /// Strict: any further byte. Lenient: any further byte that is not white space.
    pub fn end(&mut self, after: &str) -> Result<(), InputError> {
        if self.form == Strictness::Lenient {
            self.skip_spaces();
        }
        if self.at < self.bytes.len() {
            return Err(self.unexpected(&format!("the end of the file after {after}")));
        }
        Ok(())
    }

    /// Reads exactly these bytes.
    ///
    /// # Errors
    /// Anything else here.
    pub fn literal(&mut self, text: &str) -> Result<(), InputError> {
        if !self.bytes[self.at..].starts_with(text.as_bytes()) {
            return Err(self.unexpected(&format!("`{text}`")));
        }
        self.at += text.len();
        Ok(())
    }

    /// Reads exactly these bytes, after any white space in the lenient form.
    ///
    /// # Errors
    /// Anything else here.
    pub fn word(&mut self, text: &str) -> Result<(), InputError> {
        if self.form == Strictness::Lenient {
            self.skip_spaces();
        }
        self.literal(text)
    }

    /// A fault at `offset`, as returned by an earlier [`Scanner::offset`].
    #[cold]
    pub fn error(&self, offset: usize, message: impl Into<String>) -> InputError {
        InputError { place: Position::of(self.bytes, offset), message: message.into() }
    }

    /// A fault at the token with this index, counted from 0 at the start of the text.
    #[cold]
    pub fn error_at_token(&self, index: usize, message: impl Into<String>) -> InputError {
        let is_start =
            |i: &usize| !is_space(self.bytes[*i]) && (*i == 0 || is_space(self.bytes[*i - 1]));
        let offset = (0..self.bytes.len()).filter(is_start).nth(index);
        self.error(offset.unwrap_or(self.bytes.len()), message)
    }

    /// A fault at the cursor: something other than `expected` is there.
    #[cold]
    pub fn unexpected(&self, expected: &str) -> InputError {
        self.error(self.at, format!("expected {expected}, found {}", self.found()))
    }

    #[inline]
    fn separator(&mut self, byte: u8, name: &str) -> Result<(), InputError> {
        let next = self.bytes.get(self.at).copied();
        if next == Some(byte) || (self.form == Strictness::Lenient && next.is_some_and(is_space)) {
            self.at += 1;
            return Ok(());
        }
        Err(self.unexpected(name))
    }

    #[inline]
    fn skip_spaces(&mut self) {
        while self.bytes.get(self.at).copied().is_some_and(is_space) {
            self.at += 1;
        }
    }

    #[cold]
    fn not_an_integer(&self, name: &str) -> InputError {
        let token = self.token();
        let digits = token.strip_prefix(b"-").or(token.strip_prefix(b"+")).unwrap_or(token);
        let is_number = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
        let why = match token.first() {
            Some(b'+') if is_number => "a number is written without a plus sign",
            Some(b'-') if is_number && digits.iter().all(|&b| b == b'0') => "zero is written 0",
            _ if is_number => "a number is written without leading zeros",
            _ => return self.unexpected(&format!("{name}, an integer")),
        };
        self.error(self.at, format!("{name} = {}: {why}", excerpt(token, 40)))
    }

    #[cold]
    fn out_of_range(&self, name: &str, least: i64, most: i64) -> InputError {
        let value = excerpt(self.token(), 40);
        let context = match self.context.as_str() {
            "" => String::new(),
            context => format!(" ({context})"),
        };
        self.error(self.at, format!("{name} = {value} is outside {least}..={most}{context}"))
    }

    fn token(&self) -> &'a [u8] {
        let rest = &self.bytes[self.at..];
        let length = rest.iter().position(|&b| is_space(b)).unwrap_or(rest.len());
        &rest[..length]
    }

    /// Describes what is at the cursor.
    fn found(&self) -> String {
        let rest = &self.bytes[self.at..];
        match rest {
            [] => "the end of the file".into(),
            [b' ', ..] => "a space".into(),
            [b'\n', ..] => "a line break".into(),
            [b'\r', b'\n', ..] => "a carriage return (the file has CRLF line ends)".into(),
            [b'\r', ..] => "a carriage return".into(),
            [b'\t', ..] => "a tab".into(),
            [0, ..] => "a NUL byte".into(),
            [0xef, 0xbb, 0xbf, ..] => "a byte order mark (the file must start without one)".into(),
            [b, ..] if is_space(*b) => format!("white space \\x{b:02x}"),
            _ => format!("`{}`", excerpt(self.token(), 40)),
        }
    }
}
