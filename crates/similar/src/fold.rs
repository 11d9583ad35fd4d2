//! Folds the tokens of a program into symbols, so that equal symbols are what remains of a program when it is disguised: other names,
//! types and constants, another layout, other comments, braces where none are needed, another kind of loop.

use std::ops::Range;

use referee_tokens::{Grammar, Token, TokenKind};

use super::words::{WordRole, role};

/// Between two files of a program: equal to no symbol, not even to itself.
pub(super) const BARRIER: u32 = 0;

/// A program as the symbols that are compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// Its language: programs in different languages share nothing.
    pub(super) grammar: Grammar,
    pub(super) symbols: Vec<u32>,
}

/// The place of a symbol in the texts of its program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SymbolPlace {
    /// The number of the text, of those given.
    pub file: usize,
    /// The bytes of the text.
    pub bytes: Range<usize>,
    /// What it was folded to; empty between two files.
    pub folded: String,
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

/// Returns the place of each symbol of the program that [`Program::new`] makes of the same texts. They are not kept with the symbols
/// since only those of a few programs are ever wanted.
pub fn places(grammar: Grammar, texts: &[&str]) -> Vec<SymbolPlace> {
    let mut places = Vec::new();
    for (file, text) in texts.iter().enumerate() {
        if file > 0 {
            places.push(SymbolPlace { file, bytes: 0..0, folded: String::new() });
        }
        places.extend(Folding::of(grammar, text).symbols.into_iter().map(|symbol| {
            let Symbol { bytes, folded, .. } = symbol;
            SymbolPlace { file, bytes, folded: folded.to_string() }
        }));
    }
    places
}

/// A symbol and what it was made of.
struct Symbol<'a> {
    code: u32,
    bytes: Range<usize>,
    folded: &'a str,
}

/// The symbols of a text so far.
struct Folding<'a> {
    grammar: Grammar,
    text: &'a str,
    symbols: Vec<Symbol<'a>>,
    /// Whether the last symbol is a built-in type, to which another may belong.
    after_type: bool,
}

impl<'a> Folding<'a> {
    fn of(grammar: Grammar, text: &'a str) -> Folding<'a> {
        let mut folding = Folding { grammar, text, symbols: Vec::new(), after_type: false };
        let tokens = grammar.tokens(text);
        let mut at = 0;
        while at < tokens.len() {
            at += folding.take(&tokens[at..]);
        }
        folding
    }

    /// Folds the first of the remaining tokens; returns how many it has taken.
    fn take(&mut self, tokens: &[Token<'a>]) -> usize {
        let token = &tokens[0];
        let was_type = std::mem::take(&mut self.after_type);
        match token.kind {
            TokenKind::Number | TokenKind::Text => self.literal(token),
            TokenKind::LineEnd => self.line_end(token),
            TokenKind::Symbol => self.symbol(token),
            TokenKind::Word => match role(self.grammar, token.text) {
                WordRole::Name => self.push(token, "name"),
                WordRole::Key => self.push(token, token.text),
                WordRole::Loop => self.push(token, "for"),
                WordRole::Declaration => self.push(token, "let"),
                WordRole::Literal => self.literal(token),
                WordRole::Import if self.begins_statement(token) => return self.import(tokens),
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

    /// Adds the end of a statement of Python, but none of an empty line.
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

    /// Adds a literal. A table of them counts as one: who has copied a program does not change the number of primes in it, but two
    /// programs with tables are not alike for that.
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

    fn push(&mut self, token: &Token, folded: &'a str) {
        let bytes = token.start..token.end();
        self.symbols.push(Symbol { code: code(self.grammar, folded), bytes, folded });
    }

    /// Returns whether a token may begin a statement: it is the first in its line.
    fn begins_statement(&self, token: &Token) -> bool {
        let line = self.text[..token.start].rfind('\n').map_or(0, |end| end + 1);
        self.text[line..token.start].trim_start_matches('\u{feff}').trim().is_empty()
    }

    /// Passes over a statement that names other modules: to the end of its line, or of the brackets that are open there.
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

/// Returns whether a path goes on after the first word, as in `std::cin` and `this->x`.
fn is_path_on(tokens: &[Token]) -> bool {
    matches!(tokens[0].text, "std" | "this")
        && tokens.get(1).is_some_and(|next| matches!(next.text, "::" | "->" | "."))
}

/// Returns the number that stands for a folded token: a hash (FNV-1a), so that it depends on nothing else. Grammars share no symbols.
fn code(grammar: Grammar, folded: &str) -> u32 {
    let seed = 0x811c_9dc5 ^ grammar as u32;
    let hash =
        folded.bytes().fold(seed, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    if hash == BARRIER { 1 } else { hash }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn same(grammar: Grammar, one: &str, other: &str) {
        let [one_folded, other_folded] = [one, other].map(|text| Program::new(grammar, &[text]));
        assert_eq!(one_folded, other_folded, "{one}\n{other}");
    }

    #[test]
    fn disguises_are_folded_away() {
        same(Grammar::C, "int a=f(1);", "const long long sum = go( 20 ) ; // x");
        same(Grammar::C, "std::cout << \"a\";", "using namespace std;\ncout << 'b';");
        same(Grammar::C, "if (a) { b(); }", "if (x)\n  y();");
        same(Grammar::C, "for (;a<b;) c++;", "for(;i<j;){k++;}");
        same(Grammar::C, "int p[] = {2, 3, 5};", "int q[] = {1,2,3,4,5,6};");
        same(Grammar::C, "#include <a>\nthis->x = true;", "x = 1;");
        same(Grammar::Java, "import java.util.*;\npublic static int f(int a)", "long g(long b)");
        same(Grammar::Python, "x = 1\n\n# y\n  \nif x:\n f()", "x = 1\nif x:\n f()");
        same(Grammar::Python, "from a import (b,\n c)\nx = 1\n", "y = 2 # y\n");
        same(Grammar::Rust, "use std::{\n io,\n fs\n};\nlet mut a = 1;", "let b = 2;");
        same(Grammar::Go, "import (\n \"fmt\"\n)\nvar a = 1", "var b = 2");
        same(Grammar::JavaScript, "let a = 'x'", "const b = `y`");
    }

    #[test]
    fn what_a_program_does_is_not_folded_away() {
        let different = |one: &str, other: &str| {
            assert_ne!(Program::new(Grammar::C, &[one]), Program::new(Grammar::C, &[other]));
        };
        different("a < b", "a <= b");
        different("if (a) b;", "while (a) b;");
        different("f(a, b)", "f(a)");
        different("a = 1", "a = b");
        different("return a;", "break;");
        assert_ne!(Program::new(Grammar::C, &["a=b"]), Program::new(Grammar::Java, &["a=b"]));
        assert_ne!(Program::new(Grammar::C, &["a=b"]), Program::new(Grammar::C, &["a=", "b"]));
    }

    #[test]
    fn places_are_those_of_the_symbols() {
        let texts = ["unsigned long a; // b\n", "f({1, 2});"];
        let program = Program::new(Grammar::C, &texts);
        let places = places(Grammar::C, &texts);
        assert_eq!(places.len(), program.symbols());
        let shown: Vec<&str> =
            places.iter().map(|place| &texts[place.file][place.bytes.clone()]).collect();
        assert_eq!((&*places[0].folded, &*places[6].folded), ("name", "0"));
        assert_eq!(shown, ["unsigned long", "a", ";", "", "f", "(", "1, 2", ")", ";"]);
    }

    #[test]
    fn no_text_is_a_panic() {
        for text in
            ["", "import", "std", "std::", "unsigned", "1,", ",1", "{", "\u{feff}using x", "é"]
        {
            for grammar in Grammar::ALL {
                let symbols = Program::new(grammar, &[text, text]).symbols();
                assert_eq!(symbols, places(grammar, &[text, text]).len());
            }
        }
    }
}
