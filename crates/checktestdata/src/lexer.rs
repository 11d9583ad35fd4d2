//! Splits a description into tokens.

use std::sync::Arc;

use referee_checker::Position;
use referee_checker::text::excerpt;

use crate::error::{DescriptionError, Failure};

/// A token, its place, and its range of bytes in the source.
#[derive(Debug, Clone)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) place: Position,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A word in upper-case letters.
    Word(String),
    /// The name of a variable.
    Name(String),
    /// The digits of an integer.
    Integer(String),
    /// A float as written.
    Float(String),
    /// A string, without its quotes and escapes.
    Text(Arc<[u8]>),
    /// A bracket, a comma, or an operator.
    Symbol(&'static str),
    /// The end of the description.
    End,
}

/// The symbols; a longer one precedes its prefixes.
const SYMBOLS: [&str; 21] = [
    "&&", "||", "<=", ">=", "==", "!=", "<", ">", "=", "!", "(", ")", "[", "]", ",", "+", "-", "*",
    "/", "%", "^",
];

/// Splits a description into tokens; the last one is the end. Error: a byte begins no token, or a
/// string is not closed.
pub(crate) fn tokens(source: &[u8]) -> Result<Vec<Token>, DescriptionError> {
    let mut lexer = Lexer { source, at: 0, line: 1, line_start: 0 };
    let mut tokens = Vec::new();
    loop {
        lexer.skip_blanks();
        let (start, place) = (lexer.at, lexer.place());
        let kind = lexer.kind().map_err(|failure| failure.at(place))?;
        let is_end = kind == Kind::End;
        tokens.push(Token { kind, place, start, end: lexer.at });
        if is_end {
            return Ok(tokens);
        }
    }
}

struct Lexer<'a> {
    source: &'a [u8],
    at: usize,
    line: u64,
    /// The offset of the current line.
    line_start: usize,
}

impl Lexer<'_> {
    fn peek(&self) -> Option<u8> {
        self.source.get(self.at).copied()
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        if byte == b'\n' {
            self.line += 1;
            self.line_start = self.at;
        }
        Some(byte)
    }

    fn place(&self) -> Position {
        Position { line: self.line, column: (self.at - self.line_start) as u64 + 1 }
    }

    /// Skips white space and comments.
    fn skip_blanks(&mut self) {
        while let Some(byte) = self.peek() {
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' => drop(self.next()),
                b'#' => drop(self.take_while(|byte| byte != b'\n')),
                _ => return,
            }
        }
    }

    /// Consumes bytes of the current line that satisfy `is_part`. They are ASCII, or part of a
    /// comment.
    fn take_while(&mut self, is_part: impl Fn(u8) -> bool) -> String {
        let rest = &self.source[self.at..];
        let length = rest.iter().position(|byte| !is_part(*byte)).unwrap_or(rest.len());
        self.at += length;
        String::from_utf8_lossy(&rest[..length]).into_owned()
    }

    fn kind(&mut self) -> Result<Kind, Failure> {
        let Some(byte) = self.peek() else { return Ok(Kind::End) };
        match byte {
            b'A'..=b'Z' => Ok(Kind::Word(self.take_while(|byte| byte.is_ascii_uppercase()))),
            b'a'..=b'z' => {
                let is_part = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
                Ok(Kind::Name(self.take_while(is_part)))
            }
            b'0'..=b'9' => Ok(self.number()),
            b'"' => self.text().map(|text| Kind::Text(text.into())),
            _ => {
                let rest = &self.source[self.at..];
                let mut symbols = SYMBOLS.into_iter();
                match symbols.find(|symbol| rest.starts_with(symbol.as_bytes())) {
                    Some(symbol) => {
                        self.at += symbol.len();
                        Ok(Kind::Symbol(symbol))
                    }
                    None => Err(unknown(rest)),
                }
            }
        }
    }

    fn number(&mut self) -> Kind {
        let digits = |lexer: &mut Self| lexer.take_while(|byte| byte.is_ascii_digit());
        let mut number = digits(self);
        let mut is_float = false;
        if self.peek() == Some(b'.') {
            self.at += 1;
            is_float = true;
            number = number + "." + &digits(self);
        }
        if let [b'e' | b'E', rest @ ..] = &self.source[self.at..] {
            let sign = usize::from(matches!(rest, [b'+' | b'-', ..]));
            if rest.get(sign).is_some_and(u8::is_ascii_digit) {
                number.push('e');
                if rest[0] == b'-' {
                    number.push('-');
                }
                self.at += 1 + sign;
                is_float = true;
                number += &digits(self);
            }
        }
        if is_float { Kind::Float(number) } else { Kind::Integer(number) }
    }

    fn text(&mut self) -> Result<Vec<u8>, Failure> {
        self.at += 1;
        let mut text = Vec::new();
        loop {
            match self.next() {
                None => {
                    return Err(Failure::new("this string has no end").help("close it with `\"`"));
                }
                Some(b'"') => return Ok(text),
                Some(b'\\') => self.escape(&mut text)?,
                Some(byte) => text.push(byte),
            }
        }
    }

    /// Reads an escape after its backslash. A backslash before any other character stands for
    /// itself.
    fn escape(&mut self, text: &mut Vec<u8>) -> Result<(), Failure> {
        let escaped = match self.peek() {
            Some(b'\n') => {
                self.next();
                return Ok(());
            }
            Some(b'0'..=b'7') => return self.octal(text),
            Some(b'n') => b'\n',
            Some(b't') => b'\t',
            Some(b'r') => b'\r',
            Some(b'b') => 8,
            Some(b'f') => 12,
            Some(byte @ (b'"' | b'\\')) => byte,
            _ => {
                text.push(b'\\');
                return Ok(());
            }
        };
        self.at += 1;
        text.push(escaped);
        Ok(())
    }

    fn octal(&mut self, text: &mut Vec<u8>) -> Result<(), Failure> {
        let rest = &self.source[self.at..];
        let digits = rest.iter().take(3).take_while(|byte| matches!(byte, b'0'..=b'7'));
        let value = digits.clone().fold(0, |value, digit| value * 8 + u32::from(digit - b'0'));
        self.at += digits.count();
        let byte = u8::try_from(value).map_err(|_| {
            let message = format!("`\\{value:o}` in this string is no byte");
            Failure::new(message).help("octal escapes end with `\\377`")
        })?;
        text.push(byte);
        Ok(())
    }
}

fn unknown(rest: &[u8]) -> Failure {
    let length = rest.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
    let shown = excerpt(&rest[..length.map_or(1, char::len_utf8)], 8);
    match rest[0] {
        b'&' | b'|' => Failure::new(format!("`{shown}` is no operator"))
            .help(format!("write `{shown}{shown}`")),
        _ => Failure::new(format!("`{shown}` means nothing here")),
    }
}
