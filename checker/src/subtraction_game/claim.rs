//! The parsed output: `cold`, or `hot i t`.

use std::fmt;
use std::io::{self, Read};

use super::Instance;
use crate::Refusal;
use crate::output::{Output, Parsed, accept};
use crate::text::{InputError, StrictStream};

const EXPECTED: &str = "\"cold\" or \"hot i t\"";

/// The claim of an output. The move may be anything, even illegal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    /// The player to move loses.
    Cold,
    /// The player to move wins, for example with this move.
    Hot(HeapMove),
}

/// A move: an amount is taken from a heap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeapMove {
    /// The heap, counted from 1.
    pub heap: i64,
    /// The amount.
    pub take: i64,
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::Cold => f.write_str("cold"),
            Claim::Hot(HeapMove { heap, take }) => write!(f, "hot {heap} {take}"),
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
        let claim = accept!(read(&mut output));
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
        let heaps = instance.heaps();
        let mut answer = StrictStream::new(answer);
        let first = answer.peek()?;
        answer.read(|scanner| {
            match first {
                Some(b'c') => scanner.literal("cold")?,
                Some(b'h') => {
                    scanner.literal("hot")?;
                    scanner.space()?;
                    let heap = scanner.integer("i", 1, heaps.len() as i64)?;
                    scanner.space()?;
                    let size = heaps[heap as usize - 1].max(1);
                    scanner.integer("t", 1, size as i64)?;
                }
                _ => return Err(scanner.unexpected(EXPECTED)),
            }
            scanner.line_end()?;
            scanner.end("the answer")
        })
    }
}

fn read(output: &mut Output) -> Parsed<Claim> {
    let Some(first) = accept!(output.next()) else {
        return Ok(Err(output.empty(EXPECTED)));
    };
    if first.is("cold") {
        return Ok(Ok(Claim::Cold));
    }
    if !first.is("hot") {
        return Ok(Err(output.malformed(Some(first.place), EXPECTED)));
    }
    let (heap, _) = accept!(output.integer(|| "a heap, an integer, after \"hot\"".into()));
    let (take, _) = accept!(output.integer(|| "an amount, an integer, after the heap".into()));
    Ok(Ok(Claim::Hot(HeapMove { heap, take })))
}
