//! Shared by the readers of all claims: the tokens of a contestant's output, and the rejection of
//! malformed outputs.

use std::io::{self, Read};

use crate::text::{NotText, Position, Token, Tokens, escape};
use crate::{Explanation, Refusal, RefusalKind};

/// The number of bytes of an output remembered, to show what could not be parsed.
const REMEMBERED: usize = 200;

/// The outer layer is the reader's failure, the inner one the contestant's.
pub(crate) type Parsed<T> = io::Result<Result<T, Box<Refusal>>>;

/// Returns the contestant's fault early, as `?` does with the reader's.
macro_rules! accept {
    ($parsed:expr) => {
        match $parsed? {
            Ok(value) => value,
            Err(refusal) => return Ok(Err(refusal)),
        }
    };
}
pub(crate) use accept;

/// A contestant's output, read token by token.
pub(crate) struct Output<'r> {
    tokens: Tokens<'r>,
    /// The start of what was read so far, one space between tokens.
    said: Vec<u8>,
}

impl<'r> Output<'r> {
    pub(crate) fn new(reader: &'r mut dyn Read) -> Self {
        Output { tokens: Tokens::new(reader), said: Vec::new() }
    }

    /// The next token, `None` at the end.
    pub(crate) fn next(&mut self) -> Parsed<Option<Token>> {
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

    /// The next token, which must be an integer, with its place. A number too large for an `i64`
    /// becomes the nearest `i64`. `expected` names what a rejection expects.
    #[inline]
    pub(crate) fn integer(&mut self, expected: impl Fn() -> String) -> Parsed<(i64, Position)> {
        // Nothing more will be remembered, so tokens need not be kept.
        if self.said.len() >= REMEMBERED
            && let Some((value, place)) = self.tokens.quick_integer()
        {
            return Ok(Ok((value.into(), place)));
        }
        let token = accept!(self.next());
        match token.as_ref().and_then(|token| Some((token.integer()?, token.place))) {
            Some(found) => Ok(Ok(found)),
            None => Ok(Err(self.malformed(token.map(|token| token.place), &expected()))),
        }
    }

    /// Checks that nothing follows.
    pub(crate) fn end(&mut self, after: &str) -> Parsed<()> {
        match accept!(self.next()) {
            None => Ok(Ok(())),
            Some(more) => {
                let expected = format!("the end of the output after {after}");
                Ok(Err(self.malformed(Some(more.place), &expected)))
            }
        }
    }

    /// The rejection of an empty output.
    pub(crate) fn empty(&self, expected: &str) -> Box<Refusal> {
        self.refusal(RefusalKind::Empty, None, expected)
    }

    /// The rejection of an output with something unexpected at a place, or at its end.
    pub(crate) fn malformed(&self, place: Option<Position>, expected: &str) -> Box<Refusal> {
        let place = place.unwrap_or(self.tokens.place());
        self.refusal(RefusalKind::Malformed, Some(place), expected)
    }

    fn remember(&mut self, token: &Token) {
        if self.said.len() >= REMEMBERED {
            return;
        }
        if !self.said.is_empty() {
            self.said.push(b' ');
        }
        self.said.extend_from_slice(token.bytes());
        if token.is_cut() || self.said.len() >= REMEMBERED {
            self.said.extend_from_slice(b"...");
        }
    }

    fn refusal(&self, kind: RefusalKind, place: Option<Position>, expected: &str) -> Box<Refusal> {
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
