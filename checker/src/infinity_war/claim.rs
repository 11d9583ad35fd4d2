//! The parsed output: `Alice wins`, `tie x y` or `Bob wins`.

use std::fmt;
use std::io::{self, Read};

use super::Instance;
use crate::Refusal;
use crate::output::{Output, Parsed, accept};
use crate::text::{InputError, StrictStream};

const EXPECTED: &str = "\"Alice wins\", \"Bob wins\" or \"tie x y\"";

/// The claim of an output. The square of a tie may be anywhere, even off the board.
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
    /// Reads a claim: words in any case, any white space, nothing after it.
    ///
    /// # Errors
    /// The outer error is the reader's, the inner one the contestant's.
    pub fn parse(output: &mut dyn Read) -> io::Result<Result<Claim, Box<Refusal>>> {
        let mut output = Output::new(output);
        let Some(first) = accept!(output.next()) else {
            return Ok(Err(output.empty(EXPECTED)));
        };
        let claim = if first.is("alice") {
            accept!(wins(&mut output));
            Claim::AliceWins
        } else if first.is("bob") {
            accept!(wins(&mut output));
            Claim::BobWins
        } else if first.is("tie") {
            let (x, _) = accept!(output.integer(|| "a column, an integer, after \"tie\"".into()));
            let (y, _) = accept!(output.integer(|| "a row, an integer, after the column".into()));
            Claim::Tie { x, y }
        } else {
            return Ok(Err(output.malformed(Some(first.place), EXPECTED)));
        };
        accept!(output.end(&format!("\"{claim}\"")));
        Ok(Ok(claim))
    }

    /// Whether `answer` is a claim in the canonical form: one line, as [`Claim`] is displayed.
    ///
    /// # Errors
    /// The outer error is the reader's, the inner one the first deviation.
    pub fn strict_form(
        answer: &mut dyn Read,
        instance: &Instance,
    ) -> io::Result<Result<(), InputError>> {
        let n = i64::from(instance.n());
        let mut answer = StrictStream::new(answer);
        let first = answer.peek()?;
        answer.read(|scanner| {
            match first {
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
        })
    }
}

fn wins(output: &mut Output) -> Parsed<()> {
    match accept!(output.next()) {
        Some(token) if token.is("wins") => Ok(Ok(())),
        other => Ok(Err(output.malformed(other.map(|token| token.place), EXPECTED))),
    }
}
