//! A program as operators see it: its tokens, and edits of its text.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::brackets;
use referee_tokens::{Grammar, Token, TokenKind};

/// The maximum number of tokens of a statement or a condition that is changed as a whole: the end
/// of a longer one is not looked for.
pub(super) const MAX_TOKENS: usize = 1000;

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Edit {
    /// The start of the replaced text, in bytes.
    pub(super) start: usize,
    /// The end of the replaced text, in bytes.
    pub(super) end: usize,
    pub(super) text: String,
}

impl Edit {
    pub(super) fn new(range: Range<usize>, text: impl Into<String>) -> Edit {
        Edit { start: range.start, end: range.end, text: text.into() }
    }

    pub(super) fn of(token: &Token, text: impl Into<String>) -> Edit {
        Edit::new(token.start..token.end(), text)
    }

    /// Returns the range of the replaced text, in bytes.
    pub(super) fn range(&self) -> Range<usize> {
        self.start..self.end
    }

    pub(super) fn apply(&self, text: &str) -> String {
        [&text[..self.start], &self.text, &text[self.end..]].concat()
    }
}

#[derive(Debug)]
pub(super) struct SourceText<'a> {
    pub(super) grammar: Grammar,
    pub(super) text: &'a str,
    pub(super) tokens: Vec<Token<'a>>,
    /// The positions of tokens that are brackets around types, though they look like comparisons or
    /// shifts.
    brackets: HashSet<usize>,
    /// The positions of the brackets that close others, by the positions of these.
    closing: HashMap<usize, usize>,
}

impl<'a> SourceText<'a> {
    pub(super) fn new(grammar: Grammar, text: &'a str) -> SourceText<'a> {
        let tokens = grammar.tokens(text);
        let brackets = brackets::around_types(grammar, &tokens);
        let (mut closing, mut open) = (HashMap::new(), Vec::new());
        for (position, token) in tokens.iter().enumerate() {
            match token.text {
                "(" | "[" | "{" => open.push(position),
                ")" | "]" | "}" => closing.extend(open.pop().map(|open| (open, position))),
                _ => {}
            }
        }
        SourceText { grammar, text, tokens, brackets, closing }
    }

    /// Returns the token at a position; empty if out of range.
    pub(super) fn at(&self, position: usize) -> &'a str {
        self.tokens.get(position).map_or("", |token| token.text)
    }

    /// Returns the position of the bracket that closes the one at `open`.
    pub(super) fn closing(&self, open: usize) -> Option<usize> {
        self.closing.get(&open).copied()
    }

    /// Returns the text range from one token to another, inclusive.
    pub(super) fn range(&self, first: usize, last: usize) -> Range<usize> {
        self.tokens[first].start..self.tokens[last].end()
    }

    /// Returns the edits that replace one token according to a table, as [`pairs`] reads it.
    pub(super) fn swaps(&self, kind: TokenKind, table: &str) -> Vec<Edit> {
        let numbered = self.tokens.iter().enumerate();
        let of_kind = numbered
            .filter(|(position, token)| token.kind == kind && !self.brackets.contains(position));
        let replaced = of_kind.flat_map(|(_, token)| {
            let own = pairs(table).filter(move |(from, _)| *from == token.text);
            own.map(move |(_, to)| Edit::of(token, to))
        });
        replaced.collect()
    }
}

/// Reads a table such as `a b, c d`: pairs of an original and what replaces it.
pub(super) fn pairs(table: &str) -> impl Iterator<Item = (&str, &str)> {
    table.split(", ").filter_map(|pair| pair.split_once(' '))
}
