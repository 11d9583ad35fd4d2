//! The parsed output: `Alice wins`, `tie x y` or `Bob wins`.

use std::fmt;
use std::io::{self, Read};

use super::Instance;
use crate::text::{Form, InputError, NotText, Place, Scanner, Token, Tokens, escape};
use crate::{Explanation, Refusal, RefusalKind};

const EXPECTED: &str = "\"Alice wins\", \"Bob wins\" or \"tie x y\"";

/// What an output claims. The square of a tie may be anywhere, even off the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    /// Alice can capture Bob.
    AliceWins,
    /// Alice cannot capture Bob, but is safe on this square.
    Tie {
        /// The column.
        x: i64,
        /// The row.
        y: i64,
    },
    /// Alice can neither capture Bob nor escape him.
    BobWins,
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::AliceWins => f.write_str("Alice wins"),
            Claim::Tie { x, y } => write!(f, "tie {x} {y}"),
            Claim::BobWins => f.write_str("Bob wins"),
        }
    }
}

impl Claim {
    /// Reads a claim: words in any case, white space free, nothing after it.
    ///
    /// # Errors
    /// The outer error is the reader's, the inner one the contestant's.
    pub fn parse(output: &mut dyn Read) -> io::Result<Result<Claim, Box<Refusal>>> {
        Parser { tokens: Tokens::new(output), said: Vec::new() }.claim()
    }

    /// Whether `answer` is a claim in the canonical form: one line, as [`Claim`] is displayed.
    ///
    /// # Errors
    /// The first place at which it is not.
    pub fn strict_form(answer: &[u8], instance: &Instance) -> Result<(), InputError> {
        let n = i64::from(instance.n());
        let mut scanner = Scanner::new(answer, Form::Strict);
        match answer.first() {
            Some(b'A') => scanner.literal("Alice wins")?,
            Some(b'B') => scanner.literal("Bob wins")?,
            Some(b't') => {
                scanner.literal("tie")?;
                scanner.space()?;
                scanner.integer("x", 1, n)?;
                scanner.space()?;
                scanner.integer("y", 1, n)?;
            }
            _ => return Err(scanner.unexpected(EXPECTED)),
        }
        scanner.line_end()?;
        scanner.end("the answer")
    }
}

/// The outer layer is the reader's failure, the inner one the contestant's.
type Parsed<T> = io::Result<Result<T, Box<Refusal>>>;

struct Parser<'r> {
    tokens: Tokens<'r>,
    /// What was read so far, one space between tokens.
    said: Vec<u8>,
}

/// Returns the contestant's fault early, as `?` does with the reader's.
macro_rules! accept {
    ($parsed:expr) => {
        match $parsed? {
            Ok(value) => value,
            Err(refusal) => return Ok(Err(refusal)),
        }
    };
}

impl Parser<'_> {
    fn claim(mut self) -> Parsed<Claim> {
        let Some(first) = accept!(self.next()) else {
            return Ok(Err(self.refusal(RefusalKind::Empty, None, EXPECTED)));
        };
        let claim = if first.is("alice") {
            accept!(self.wins());
            Claim::AliceWins
        } else if first.is("bob") {
            accept!(self.wins());
            Claim::BobWins
        } else if first.is("tie") {
            let x = accept!(self.coordinate("a column, an integer, after \"tie\""));
            let y = accept!(self.coordinate("a row, an integer, after the column"));
            Claim::Tie { x, y }
        } else {
            return Ok(Err(self.malformed(Some(first.place), EXPECTED)));
        };
        match accept!(self.next()) {
            None => Ok(Ok(claim)),
            Some(more) => Ok(Err(self
                .malformed(Some(more.place), &format!("the end of the output after \"{claim}\"")))),
        }
    }

    fn wins(&mut self) -> Parsed<()> {
        match accept!(self.next()) {
            Some(token) if token.is("wins") => Ok(Ok(())),
            other => Ok(Err(self.malformed(other.map(|token| token.place), EXPECTED))),
        }
    }

    fn coordinate(&mut self, expected: &str) -> Parsed<i64> {
        let token = accept!(self.next());
        match token.as_ref().and_then(Token::integer) {
            Some(value) => Ok(Ok(value)),
            None => Ok(Err(self.malformed(token.map(|token| token.place), expected))),
        }
    }

    fn next(&mut self) -> Parsed<Option<Token>> {
        match self.tokens.next_token()? {
            Ok(token) => {
                if let Some(token) = &token {
                    self.remember(token);
                }
                Ok(Ok(token))
            }
            Err(NotText { byte, place }) => {
                let found = format!("text, found the byte \\x{byte:02x}");
                Ok(Err(self.refusal(RefusalKind::NotText, Some(place), &found)))
            }
        }
    }

    fn remember(&mut self, token: &Token) {
        if !self.said.is_empty() {
            self.said.push(b' ');
        }
        self.said.extend_from_slice(token.bytes());
        if token.is_cut() {
            self.said.extend_from_slice(b"...");
        }
    }

    fn malformed(&self, place: Option<Place>, expected: &str) -> Box<Refusal> {
        let place = place.unwrap_or(self.tokens.place());
        self.refusal(RefusalKind::Malformed, Some(place), expected)
    }

    fn refusal(&self, kind: RefusalKind, place: Option<Place>, expected: &str) -> Box<Refusal> {
        let says = match self.said.as_slice() {
            [] if kind == RefusalKind::Empty => "nothing".into(),
            said => escape(said),
        };
        let at = place.map_or(String::new(), |place| format!(" at {place}"));
        let public = format!("{kind}{at}: expected {expected}");
        let explanation = Explanation { says, place, public, ..Explanation::default() };
        Box::new(Refusal { kind, explanation: explanation.with("expected", expected) })
    }
}
