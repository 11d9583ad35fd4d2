//! Folds the tokens of a program into symbols that stay equal when a program is disguised: by other
//! names, types and constants, another layout, other comments, unnecessary braces, or another kind
//! of loop.

use std::ops::Range;

use referee_tokens::{Grammar, Token, TokenKind};

use super::words::{WordRole, Words};

/// The separator between files of a program: it equals no symbol, not even itself.
pub(super) const BARRIER: u32 = 0;

/// A program as the symbols to compare.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// Its language: programs in different languages share nothing.
    pub(super) grammar: Grammar,
    pub(super) symbols: Vec<u32>,
}

/// The position of a symbol in the texts of its program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SymbolPlace {
    /// The index of the text.
    pub file: usize,
    /// The bytes of the text.
    pub bytes: Range<usize>,
}

impl Program {
    /// Folds the texts of a program in a language.
    pub fn new(grammar: Grammar, texts: &[&str]) -> Program {
        let mut symbols = Vec::new();
        for (file, text) in texts.iter().enumerate() {
            if file > 0 {
                symbols.push(BARRIER);
            }
            symbols.extend(Folding::of(grammar, text).symbols.iter().map(|symbol| symbol.code));
        }
        Program { grammar, symbols }
    }

    /// Returns the number of its symbols.
    pub fn symbols(&self) -> usize {
        self.symbols.len()
    }
}

/// Returns the position of each symbol of the program that [`Program::new`] makes of the same
/// texts. They are not stored with the symbols, since they are needed for only a few programs.
pub fn places(grammar: Grammar, texts: &[&str]) -> Vec<SymbolPlace> {
    let mut places = Vec::new();
    for (file, text) in texts.iter().enumerate() {
        if file > 0 {
            places.push(SymbolPlace { file, bytes: 0..0 });
        }
        let symbols = Folding::of(grammar, text).symbols.into_iter();
        places.extend(symbols.map(|symbol| SymbolPlace { file, bytes: symbol.bytes }));
    }
    places
}

struct Symbol {
    code: u32,
    bytes: Range<usize>,
}

/// The symbols of a text so far.
struct Folding<'a> {
    grammar: Grammar,
    words: Words,
    text: &'a str,
    symbols: Vec<Symbol>,
    /// Whether the last symbol is a built-in type, which another one may continue.
    after_type: bool,
}

impl<'a> Folding<'a> {
    fn of(grammar: Grammar, text: &'a str) -> Folding<'a> {
        let (words, symbols) = (Words::of(grammar), Vec::new());
        let mut folding = Folding { grammar, words, text, symbols, after_type: false };
        let tokens = grammar.tokens(text);
        let mut at = 0;
        while at < tokens.len() {
            let last = at.checked_sub(1).map_or(0, |last| tokens[last].start);
            at += folding.take(&tokens[at..], last);
        }
        folding
    }

    /// Folds the first of the remaining tokens; returns the number of tokens consumed. `last` is
    /// the start of the token before it.
    fn take(&mut self, tokens: &[Token<'a>], last: usize) -> usize {
        let token = &tokens[0];
        let was_type = std::mem::take(&mut self.after_type);
        match token.kind {
            TokenKind::Number | TokenKind::Text => self.literal(token),
            TokenKind::LineEnd => self.line_end(token),
            TokenKind::Symbol => self.symbol(token),
            TokenKind::Word => match self.words.role(token.text) {
                WordRole::Name => self.push(token, "name"),
                WordRole::Key => self.push(token, token.text),
                WordRole::Loop => self.push(token, "for"),
                WordRole::Declaration => self.push(token, "let"),
                WordRole::Literal => self.literal(token),
                WordRole::Import if self.begins_line(last..token.start) => {
                    return self.import(tokens);
                }
                WordRole::Import => self.push(token, "name"),
                WordRole::Nothing => {
                    self.after_type = was_type;
                    return 1 + usize::from(is_path_on(tokens));
                }
                WordRole::Type => {
                    if let Some(last) = self.symbols.last_mut().filter(|_| was_type) {
                        last.bytes.end = token.end();
                    } else {
                        self.push(token, "name");
                    }
                    self.after_type = true;
                }
            },
        }
        1
    }

    /// Adds the end of a Python statement, but not of an empty line.
    fn line_end(&mut self, token: &Token<'a>) {
        let end = code(self.grammar, ";");
        if self.symbols.last().is_some_and(|last| last.code != end) {
            self.push(token, ";");
        }
    }

    fn symbol(&mut self, token: &Token<'a>) {
        match token.text {
            // Braces can be added around any statement; in Python they are dictionaries and sets.
            "{" | "}" if self.grammar != Grammar::Python => {}
            "->" if self.grammar == Grammar::C => self.push(token, "."),
            text => self.push(token, text),
        }
    }

    /// Adds a literal. A table of literals counts as one: a copied program may have another number
    /// of primes in it, and two programs are not alike just because both have tables.
    fn literal(&mut self, token: &Token<'a>) {
        let (literal, comma) = (code(self.grammar, "0"), code(self.grammar, ","));
        if let [.., table, last] = &mut self.symbols[..]
            && table.code == literal
            && last.code == comma
        {
            table.bytes.end = token.end();
            self.symbols.pop();
        } else {
            self.push(token, "0");
        }
    }

    fn push(&mut self, token: &Token, folded: &str) {
        let bytes = token.start..token.end();
        self.symbols.push(Symbol { code: code(self.grammar, folded), bytes });
    }

    /// Returns whether the token after this range, which begins with the last token, is the first
    /// on its line, and so may start a statement.
    fn begins_line(&self, before: Range<usize>) -> bool {
        let line = self.text[before].rsplit('\n').next().unwrap_or_default();
        line.trim_start_matches('\u{feff}').trim().is_empty()
    }

    /// Returns the length of a statement that names other modules: to the end of its line, or of
    /// the brackets open there.
    fn import(&self, tokens: &[Token]) -> usize {
        let mut depth = 0_usize;
        for (at, token) in tokens.iter().enumerate().skip(1) {
            let gap = &self.text[tokens[at - 1].end()..token.start];
            if depth == 0 && (gap.contains('\n') || token.kind == TokenKind::LineEnd) {
                return at;
            }
            match token.text {
                "(" | "{" => depth += 1,
                ")" | "}" => depth = depth.saturating_sub(1),
                ";" => return at + 1,
                _ => {}
            }
        }
        tokens.len()
    }
}

/// Returns whether a path continues after its first word, as in `std::cin` and `this->x`.
fn is_path_on(tokens: &[Token]) -> bool {
    matches!(tokens[0].text, "std" | "this")
        && tokens.get(1).is_some_and(|next| matches!(next.text, "::" | "->" | "."))
}

/// Returns the symbol of a folded token: a hash (FNV-1a), so that it depends on nothing else.
/// Grammars share no symbols.
fn code(grammar: Grammar, folded: &str) -> u32 {
    let seed = 0x811c_9dc5 ^ grammar as u32;
    let hash =
        folded.bytes().fold(seed, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    if hash == BARRIER { 1 } else { hash }
}

#[cfg(test)]
mod tests;
