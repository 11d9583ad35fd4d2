//! Reads and writes the texts of problems.
//!
//! Inputs are trusted and have a strict grammar: [`Scanner`] reads them from one slice, fast, and
//! reports line and column of the first fault; [`StrictStream`] does the same for texts too long
//! for a slice. Outputs are untrusted, with any white space and of any size: [`Tokens`] reads them
//! as a stream in bounded memory. Untrusted text goes through [`escape()`] before people see it.

mod escape;
mod integer;
mod pairs;
mod scanner;
mod stream;
mod tokens;

pub use escape::{escape, excerpt};
pub use integer::push_integer;
pub use scanner::{InputError, Scanner, Strictness};
pub use stream::StrictStream;
pub use tokens::{NotText, Token, Tokens};

use std::fmt;

/// A place in a text, counted as editors do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line, from 1.
    pub line: u64,
    /// The column, from 1, in bytes.
    pub column: u64,
}

impl Position {
    /// The place of `offset` in `bytes`; an offset beyond the end counts as the end.
    pub fn of(bytes: &[u8], offset: usize) -> Position {
        let before = &bytes[..offset.min(bytes.len())];
        let line = before.iter().filter(|&&b| b == b'\n').count();
        let start = before.iter().rposition(|&b| b == b'\n').map_or(0, |p| p + 1);
        Position { line: line as u64 + 1, column: (before.len() - start) as u64 + 1 }
    }
}

impl Default for Position {
    /// The start of a text.
    fn default() -> Self {
        Position { line: 1, column: 1 }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Whether a byte is white space: space, tab, line feed, vertical tab, form feed or carriage
/// return.
pub fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | 0x0b | 0x0c | b'\r')
}
