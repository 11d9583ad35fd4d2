//! Parses descriptions by recursive descent. The depth is bounded, as descriptions are untrusted,
//! and an error is at the first wrong token.

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

const MAX_BYTES: usize = 256 << 10;

/// The maximum number of steps for computing constants; those left over are computed when they are
/// needed.
const STEPS_FOR_CONSTANTS: u64 = 10_000_000;

#[derive(Debug)]
pub(crate) struct Parsed {
    pub(crate) block: Block,
    pub(crate) names: Vec<Name>,
    /// The number of literal regular expressions.
    pub(crate) literals: usize,
    /// The place of the end of the description.
    pub(crate) end: Position,
}

#[derive(Debug)]
pub(crate) struct Name {
    pub(crate) text: String,
    /// Whether `INARRAY` searches it for values.
    pub(crate) is_searched: bool,
}

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
    /// The tokens; the last one is the end.
    tokens: Vec<Token>,
    at: usize,
    depth: u32,
    names: Vec<Name>,
    /// The index of each name.
    numbers: HashMap<String, usize>,
    literals: usize,
    /// The total size of their automata, in bytes.
    literals_size: u64,
    /// The budget for computing constants.
    constants: Budget,
}

impl Parser<'_> {
    fn peek(&self) -> &Token {
        &self.tokens[self.at]
    }

    fn place(&self) -> Position {
        self.peek().place
    }

    /// Skips the next token, unless it is the end.
    fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    fn is_next(&self, symbol: &str) -> bool {
        matches!(&self.peek().kind, Kind::Symbol(next) if *next == symbol)
    }

    /// Consumes a symbol if it comes next; returns whether it did.
    fn take(&mut self, symbol: &str) -> bool {
        let is_next = self.is_next(symbol);
        if is_next {
            self.advance();
        }
        is_next
    }

    /// Consumes a symbol. Error: something else comes next.
    fn expect(&mut self, symbol: &str) -> Result<(), DescriptionError> {
        if self.take(symbol) { Ok(()) } else { Err(self.expected(&format!("`{symbol}`"))) }
    }

    /// Returns the next token if it is a word.
    fn word(&self) -> Option<&str> {
        match &self.peek().kind {
            Kind::Word(word) => Some(word),
            _ => None,
        }
    }

    /// Consumes the name of a variable; returns its index.
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

    fn wrong(&self, message: &str) -> DescriptionError {
        Failure::new(message).at(self.place())
    }

    fn expected(&self, what: &str) -> DescriptionError {
        let Token { kind, start, end, .. } = self.peek();
        let found = match kind {
            Kind::End => "the end of the description".into(),
            _ => format!("`{}`", excerpt(&self.source[*start..*end], 30)),
        };
        self.wrong(&format!("expected {what}, found {found}"))
    }
}
