//! Parses descriptions, by recursive descent: a bounded depth for untrusted descriptions, and an error at the first token that is wrong.

mod commands;
mod expressions;

use std::collections::HashMap;

use referee_checker::Position;
use referee_checker::text::excerpt;

use crate::budget::{Budget, Limits};
use crate::error::{DescriptionError, Failure};
use crate::lexer::{Kind, Token, tokens};
use crate::syntax::Block;

/// The maximum depth of nested blocks and brackets.
const MAX_DEPTH: u32 = 50;

/// The maximum size of a description, in bytes.
const MAX_BYTES: usize = 256 << 10;

/// The steps that computing constants takes at most, in all; the others are computed when they are needed.
const STEPS_FOR_CONSTANTS: u64 = 10_000_000;

/// A description that was parsed.
#[derive(Debug)]
pub(crate) struct Parsed {
    pub(crate) block: Block,
    /// The names of all variables.
    pub(crate) names: Vec<Name>,
    /// The number of regular expressions that are literals.
    pub(crate) literals: usize,
    /// The end of the description.
    pub(crate) end: Position,
}

/// The name of a variable.
#[derive(Debug)]
pub(crate) struct Name {
    pub(crate) text: String,
    /// Whether it is searched for values, by `INARRAY`.
    pub(crate) is_searched: bool,
}

/// Parses a description.
///
/// # Errors
/// It is not a description.
pub(crate) fn parse(source: &[u8]) -> Result<Parsed, DescriptionError> {
    if source.len() > MAX_BYTES {
        let failure = Failure::new("the description is larger than 256 KiB");
        return Err(failure.at(Position::default()));
    }
    let constants = Limits { steps: STEPS_FOR_CONSTANTS, memory: 0 };
    let mut parser = Parser {
        source,
        tokens: tokens(source)?,
        at: 0,
        depth: 0,
        names: Vec::new(),
        numbers: HashMap::new(),
        literals: 0,
        literals_size: 0,
        constants: Budget::new(constants),
    };
    let block = parser.block()?;
    match &parser.peek().kind {
        Kind::End => {
            let end = parser.place();
            Ok(Parsed { block, names: parser.names, literals: parser.literals, end })
        }
        Kind::Word(word) if word == "END" => {
            Err(parser.wrong("there is no block that this END could close"))
        }
        _ => Err(parser.wrong("ELSE belongs into an IF, and only once")),
    }
}

struct Parser<'a> {
    source: &'a [u8],
    /// The tokens, of which the last is the end.
    tokens: Vec<Token>,
    at: usize,
    depth: u32,
    names: Vec<Name>,
    /// The number of each name.
    numbers: HashMap<String, usize>,
    literals: usize,
    /// The size of their automata, in bytes.
    literals_size: u64,
    /// The budget of computing constants.
    constants: Budget,
}

impl Parser<'_> {
    fn peek(&self) -> &Token {
        &self.tokens[self.at]
    }

    fn place(&self) -> Position {
        self.peek().place
    }

    /// Passes over the next token, unless it is the end.
    fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    /// Returns whether a symbol comes next.
    fn is_next(&self, symbol: &str) -> bool {
        matches!(&self.peek().kind, Kind::Symbol(next) if *next == symbol)
    }

    /// Takes a symbol if it comes next.
    fn take(&mut self, symbol: &str) -> bool {
        let is_next = self.is_next(symbol);
        if is_next {
            self.advance();
        }
        is_next
    }

    /// Takes a symbol.
    ///
    /// # Errors
    /// Something else comes next.
    fn expect(&mut self, symbol: &str) -> Result<(), DescriptionError> {
        if self.take(symbol) { Ok(()) } else { Err(self.expected(&format!("`{symbol}`"))) }
    }

    /// Returns the word that comes next.
    fn word(&self) -> Option<&str> {
        match &self.peek().kind {
            Kind::Word(word) => Some(word),
            _ => None,
        }
    }

    /// Takes the name of a variable.
    fn name(&mut self) -> Result<usize, DescriptionError> {
        let Kind::Name(name) = &self.peek().kind else {
            return Err(self.expected("the name of a variable"));
        };
        let name = name.clone();
        self.advance();
        Ok(*self.numbers.entry(name).or_insert_with_key(|name| {
            self.names.push(Name { text: name.clone(), is_searched: false });
            self.names.len() - 1
        }))
    }

    /// Parses something one level deeper.
    fn nested<T>(
        &mut self,
        parse: impl FnOnce(&mut Self) -> Result<T, DescriptionError>,
    ) -> Result<T, DescriptionError> {
        if self.depth == MAX_DEPTH {
            return Err(self.wrong(&format!("this is nested more than {MAX_DEPTH} levels deep")));
        }
        self.depth += 1;
        let parsed = parse(self);
        self.depth -= 1;
        parsed
    }

    /// Creates an error at the next token.
    fn wrong(&self, message: &str) -> DescriptionError {
        Failure::new(message).at(self.place())
    }

    /// Creates an error for a token that is not what must come next.
    fn expected(&self, what: &str) -> DescriptionError {
        let Token { kind, start, end, .. } = self.peek();
        let found = match kind {
            Kind::End => "the end of the description".into(),
            _ => format!("`{}`", excerpt(&self.source[*start..*end], 30)),
        };
        self.wrong(&format!("expected {what}, found {found}"))
    }
}
