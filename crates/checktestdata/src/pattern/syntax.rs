//! The syntax of regular expressions: POSIX extended, over bytes.
//!
//! ```text
//! regex    := branch ('|' branch)*
//! branch   := piece+
//! piece    := atom ('*' | '+' | '?' | '{' n '}' | '{' n ',' '}' | '{' n ',' m '}')*
//! atom     := '(' regex ')' | '[' bracket ']' | '.' | '^' | '$' | '\' punctuation | byte
//! bracket  := '^'? ']'? element*
//! element  := byte | byte '-' byte | '[:' class ':]' | '[=' byte '=]' | '[.' byte '.]'
//! ```
//!
//! There are no escapes in brackets; outside of them, only punctuation can be escaped.

use regex_syntax::hir::{Class, ClassBytes, ClassBytesRange, Hir, Look, Repetition};

use crate::error::Failure;

/// The maximum depth of nested groups and repetitions.
const MAX_DEPTH: u32 = 50;

/// The maximum count of a repetition; POSIX systems support no larger one.
const MAX_COUNT: u32 = 1 << 20;

/// Parses a regular expression. Error: it is malformed, or nested too deeply.
pub(crate) fn parse(pattern: &[u8]) -> Result<Hir, Failure> {
    let mut parser = Parser { pattern, at: 0, depth: 0 };
    let regex = parser.regex()?;
    match parser.peek() {
        None => Ok(regex),
        Some(_) => {
            Err(parser.wrong("this `)` closes no group").help("write `\\\\)` for a bracket"))
        }
    }
}

struct Parser<'a> {
    pattern: &'a [u8],
    at: usize,
    depth: u32,
}

impl Parser<'_> {
    fn peek(&self) -> Option<u8> {
        self.pattern.get(self.at).copied()
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        Some(byte)
    }

    fn take(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    /// Creates a failure at the last byte that was read.
    fn wrong(&self, message: &str) -> Failure {
        Failure::new(format!("the regular expression, byte {}: {message}", self.at.max(1)))
    }

    fn deeper(&mut self) -> Result<(), Failure> {
        self.depth += 1;
        if self.depth > MAX_DEPTH { Err(self.wrong("it is nested too deeply")) } else { Ok(()) }
    }

    fn regex(&mut self) -> Result<Hir, Failure> {
        let mut branches = vec![self.branch()?];
        while self.take(b'|') {
            branches.push(self.branch()?);
        }
        Ok(Hir::alternation(branches))
    }

    fn branch(&mut self) -> Result<Hir, Failure> {
        let mut pieces = Vec::new();
        while let Some(byte) = self.peek()
            && byte != b'|'
            && byte != b')'
        {
            // Each repetition nests its piece once more, so `a***` is bounded too; the next piece
            // starts over.
            let depth = self.depth;
            pieces.push(self.piece()?);
            self.depth = depth;
        }
        Ok(Hir::concat(pieces))
    }

    fn piece(&mut self) -> Result<Hir, Failure> {
        let mut piece = self.atom()?;
        loop {
            let (min, max) = match self.peek() {
                Some(b'*') => (0, None),
                Some(b'+') => (1, None),
                Some(b'?') => (0, Some(1)),
                Some(b'{') => {
                    self.at += 1;
                    self.interval()?
                }
                _ => return Ok(piece),
            };
            // The last byte of an interval is its closing bracket.
            self.at += 1;
            self.deeper()?;
            let sub = Box::new(piece);
            piece = Hir::repetition(Repetition { min, max, greedy: true, sub });
        }
    }

    /// Reads the counts of an interval, up to its closing bracket.
    fn interval(&mut self) -> Result<(u32, Option<u32>), Failure> {
        let min = self.count()?;
        let max = match self.take(b',') {
            false => Some(min),
            true if self.peek() == Some(b'}') => None,
            true => Some(self.count()?),
        };
        if self.peek() != Some(b'}') {
            return Err(self.wrong("expected `}` after the counts of a repetition"));
        }
        if max.is_some_and(|max| max < min) {
            return Err(self.wrong("the counts of this repetition are in the wrong order"));
        }
        Ok((min, max))
    }

    fn count(&mut self) -> Result<u32, Failure> {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        let digits = std::str::from_utf8(&self.pattern[start..self.at]).unwrap_or_default();
        match digits.parse() {
            Ok(count) if count <= MAX_COUNT => Ok(count),
            Ok(_) => Err(self.wrong("this repetition is too large")),
            Err(_) if digits.is_empty() => {
                let wrong = self.wrong("a repetition needs a count after `{`");
                Err(wrong.help("write `\\\\{` for a bracket"))
            }
            Err(_) => Err(self.wrong("this repetition is too large")),
        }
    }

    fn atom(&mut self) -> Result<Hir, Failure> {
        let Some(byte) = self.next() else { return Ok(Hir::empty()) };
        match byte {
            b'(' => {
                self.deeper()?;
                let group = self.regex()?;
                if self.take(b')') { Ok(group) } else { Err(self.wrong("a group is not closed")) }
            }
            b'[' => self.bracket(),
            // As in the reference and in C, where a zero byte ends a string.
            b'.' => Ok(class(ClassBytes::new([ClassBytesRange::new(1, 255)]))),
            b'^' => Ok(Hir::look(Look::Start)),
            b'$' => Ok(Hir::look(Look::End)),
            b'*' | b'+' | b'?' | b'{' => Err(self.wrong("there is nothing to repeat")),
            b'\\' => self.escaped(),
            byte => Ok(Hir::literal([byte])),
        }
    }

    fn escaped(&mut self) -> Result<Hir, Failure> {
        match self.next() {
            None => Err(self.wrong("nothing follows the backslash")),
            Some(byte) if byte.is_ascii_alphanumeric() => {
                let message = format!("`\\{}` means nothing", char::from(byte));
                let help = match byte {
                    b'd' => "write [0-9]",
                    b'w' => "write [A-Za-z0-9_]",
                    b's' => "write [[:space:]]",
                    _ => "regular expressions are POSIX extended ones here",
                };
                Err(self.wrong(&message).help(help))
            }
            Some(byte) => Ok(Hir::literal([byte])),
        }
    }

    /// Reads the rest of a bracket expression.
    fn bracket(&mut self) -> Result<Hir, Failure> {
        let is_negated = self.take(b'^');
        let start = self.at;
        let mut set = ClassBytes::empty();
        loop {
            let is_first = self.at == start;
            match self.next() {
                None => return Err(self.wrong("a bracket is not closed")),
                Some(b']') if !is_first => break,
                Some(b'[') if self.take(b':') => {
                    let ranges = named(self.until(b':')?);
                    let ranges =
                        ranges.ok_or_else(|| self.wrong("there is no class of this name"))?;
                    for &(first, last) in ranges {
                        set.push(ClassBytesRange::new(first, last));
                    }
                }
                Some(byte) => {
                    let first = self.element(byte)?;
                    let last = if self.range_end() {
                        let byte = self.next().unwrap_or_default();
                        self.element(byte)?
                    } else {
                        first
                    };
                    if last < first {
                        return Err(self.wrong("the ends of this range are in the wrong order"));
                    }
                    set.push(ClassBytesRange::new(first, last));
                }
            }
        }
        if is_negated {
            set.negate();
        }
        Ok(class(set))
    }

    /// Skips the dash of a range if there is one; returns whether there is. At the end of a
    /// bracket, a dash stands for itself.
    fn range_end(&mut self) -> bool {
        let rest = &self.pattern[self.at..];
        let is_range = matches!(rest, [b'-', last, ..] if *last != b']');
        self.at += usize::from(is_range);
        is_range
    }

    /// Reads an element of a bracket whose first byte is `byte`.
    fn element(&mut self, byte: u8) -> Result<u8, Failure> {
        let delimiter = match self.peek() {
            Some(next @ (b'.' | b'=')) if byte == b'[' => next,
            _ => return Ok(byte),
        };
        self.at += 1;
        match self.until(delimiter)? {
            [only] => Ok(*only),
            _ => Err(self.wrong("only single bytes are known as collating elements")),
        }
    }

    /// Reads up to `delimiter` and a closing bracket.
    fn until(&mut self, delimiter: u8) -> Result<&[u8], Failure> {
        let rest = &self.pattern[self.at..];
        match rest.windows(2).position(|two| two == [delimiter, b']']) {
            Some(length) => {
                self.at += length + 2;
                Ok(&rest[..length])
            }
            None => Err(self.wrong("the name of a class is not closed")),
        }
    }
}

fn class(set: ClassBytes) -> Hir {
    Hir::class(Class::Bytes(set))
}

/// Returns the bytes of a class in ASCII.
fn named(name: &[u8]) -> Option<&'static [(u8, u8)]> {
    Some(match name {
        b"alnum" => &[(b'0', b'9'), (b'A', b'Z'), (b'a', b'z')],
        b"alpha" => &[(b'A', b'Z'), (b'a', b'z')],
        b"blank" => &[(b' ', b' '), (b'\t', b'\t')],
        b"cntrl" => &[(0, 31), (127, 127)],
        b"digit" => &[(b'0', b'9')],
        b"graph" => &[(b'!', b'~')],
        b"lower" => &[(b'a', b'z')],
        b"print" => &[(b' ', b'~')],
        b"punct" => &[(b'!', b'/'), (b':', b'@'), (b'[', b'`'), (b'{', b'~')],
        b"space" => &[(b' ', b' '), (b'\t', b'\r')],
        b"upper" => &[(b'A', b'Z')],
        b"xdigit" => &[(b'0', b'9'), (b'A', b'F'), (b'a', b'f')],
        _ => return None,
    })
}
