//! Tokens and the white space between them, alternately, from a stream of any length.

use std::io::{self, Read};

use crate::text::{Position, is_space};

/// How much is read at a time.
const BUFFER: usize = 8 << 10;

/// A token or a run of white space; empty if there is none.
#[derive(Default)]
pub(super) struct Lexeme {
    /// Its first bytes, up to the requested number.
    pub(super) bytes: Vec<u8>,
    /// Its start.
    pub(super) place: Position,
}

/// Reads lexemes.
pub(super) struct Lexer<'r> {
    reader: &'r mut dyn Read,
    buffer: Vec<u8>,
    /// The unread part of the buffer.
    start: usize,
    end: usize,
    place: Position,
}

impl<'r> Lexer<'r> {
    /// A lexer for a reader that starts at this place of a text.
    pub(super) fn new(reader: &'r mut dyn Read, place: Position) -> Lexer<'r> {
        Lexer { reader, buffer: vec![0; BUFFER], start: 0, end: 0, place }
    }

    /// Reads white space, keeping `most` bytes.
    pub(super) fn space(&mut self, most: usize, lexeme: &mut Lexeme) -> io::Result<()> {
        self.read(is_space, most, lexeme)
    }

    /// Reads a token, keeping `most` bytes.
    pub(super) fn token(&mut self, most: usize, lexeme: &mut Lexeme) -> io::Result<()> {
        self.read(|byte| !is_space(byte), most, lexeme)
    }

    fn read(
        &mut self,
        belongs: impl Fn(u8) -> bool,
        most: usize,
        lexeme: &mut Lexeme,
    ) -> io::Result<()> {
        lexeme.bytes.clear();
        lexeme.place = self.place;
        loop {
            let left = &self.buffer[self.start..self.end];
            let length = left.iter().position(|&byte| !belongs(byte));
            let taken = &left[..length.unwrap_or(left.len())];
            let room = most - lexeme.bytes.len();
            lexeme.bytes.extend_from_slice(&taken[..taken.len().min(room)]);
            for &byte in taken {
                if byte == b'\n' {
                    self.place = Position { line: self.place.line + 1, column: 1 };
                } else {
                    self.place.column += 1;
                }
            }
            self.start += taken.len();
            if length.is_some() || !self.fill()? {
                return Ok(());
            }
        }
    }

    /// Refills the buffer, and returns whether there is more.
    fn fill(&mut self) -> io::Result<bool> {
        self.start = 0;
        self.end = loop {
            match self.reader.read(&mut self.buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                length => break length?,
            }
        };
        Ok(self.end > 0)
    }
}
