//! Programs as tokens, for code that looks at a few tokens at a time: rules that change programs,
//! and comparisons of programs.
//!
//! There is no parser here. A [`Grammar`] recognizes the literals and comments of a language, and
//! no more of its grammar: a text that is not a program has tokens as well. Misreading one does
//! little harm: a mutant does not compile and is dropped, or a comparison misses a few tokens.
//! Lexing takes linear time.
//!
//! ```
//! use referee_tokens::{Grammar, TokenKind};
//!
//! let tokens = Grammar::C.tokens("int a = 1'000; // one thousand");
//! let texts: Vec<&str> = tokens.iter().map(|token| token.text).collect();
//! assert_eq!(texts, ["int", "a", "=", "1'000", ";"]);
//! assert_eq!(tokens[3].kind, TokenKind::Number);
//! ```

/// The lexical rules of a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Grammar {
    /// C and C++.
    C,
    /// C#.
    CSharp,
    /// Go.
    Go,
    /// Java.
    Java,
    /// JavaScript and TypeScript.
    JavaScript,
    /// Kotlin.
    Kotlin,
    /// Python.
    Python,
    /// Rust.
    Rust,
}

/// The kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// A name or a keyword.
    Word,
    /// A number, with its suffix.
    Number,
    /// A string or a character, with its quotes.
    Text,
    /// An operator or a bracket.
    Symbol,
    /// The end of a Python line that ends a statement.
    LineEnd,
}

/// A token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token<'a> {
    /// Its kind.
    pub kind: TokenKind,
    /// Its text in the program.
    pub text: &'a str,
    /// Its start, in bytes.
    pub start: usize,
}

impl Token<'_> {
    /// Returns its end, in bytes.
    pub fn end(&self) -> usize {
        self.start + self.text.len()
    }
}

/// Symbols of more than one character, the longest first.
const SYMBOLS: [&str; 36] = [
    ">>>=", "<=>", "<<=", ">>=", "...", "..=", ">>>", "**=", "//=", "<=", ">=", "==", "!=", "&&",
    "||", "++", "--", "->", "=>", "::", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<", ">>",
    "..", "**", "//", ":=", "->*", ".*",
];

impl Grammar {
    /// Every grammar.
    pub const ALL: [Grammar; 8] = [
        Grammar::C,
        Grammar::CSharp,
        Grammar::Go,
        Grammar::Java,
        Grammar::JavaScript,
        Grammar::Kotlin,
        Grammar::Python,
        Grammar::Rust,
    ];

    /// Returns the grammar of a language by its identifier, such as `cpp`.
    pub fn of_language(name: &str) -> Option<Grammar> {
        Some(match name {
            "c" | "cpp" => Grammar::C,
            "csharp" => Grammar::CSharp,
            "go" => Grammar::Go,
            "java" => Grammar::Java,
            "javascript" | "typescript" => Grammar::JavaScript,
            "kotlin" => Grammar::Kotlin,
            "python" | "python3" | "python2" => Grammar::Python,
            "rust" => Grammar::Rust,
            _ => return None,
        })
    }

    /// Returns whether a string in triple quotes of this kind may span several lines.
    fn has_triple(self, quote: char) -> bool {
        match self {
            Grammar::Python => matches!(quote, '"' | '\''),
            Grammar::CSharp | Grammar::Java | Grammar::Kotlin => quote == '"',
            Grammar::C | Grammar::Go | Grammar::JavaScript | Grammar::Rust => false,
        }
    }

    /// Returns whether a backslash escapes a quote in strings that span several lines.
    fn has_escapes(self) -> bool {
        matches!(self, Grammar::Java | Grammar::JavaScript | Grammar::Python)
    }

    /// Returns the length of a string that may span several lines, with its quotes, of which this
    /// many open it and close it.
    fn lines_length(self, quoted: &str, quotes: usize) -> usize {
        let (open, inside) = quoted.as_bytes().split_at(quotes);
        let mut is_escaped = false;
        for (at, byte) in inside.iter().enumerate() {
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' if self.has_escapes() => is_escaped = true,
                _ if inside[at..].starts_with(open) => return at + 2 * quotes,
                _ => {}
            }
        }
        quoted.len()
    }

    /// Returns the tokens of a program.
    pub fn tokens(self, text: &str) -> Vec<Token<'_>> {
        let (tokens, unclosed) = (Vec::new(), Unclosed::default());
        let mut lexer = Lexer { grammar: self, text, at: 0, depth: 0, unclosed, tokens };
        while lexer.step() {}
        lexer.tokens
    }
}

struct Lexer<'a> {
    grammar: Grammar,
    text: &'a str,
    at: usize,
    /// The number of open brackets: within them, Python lines do not end statements.
    depth: usize,
    unclosed: Unclosed,
    tokens: Vec<Token<'a>>,
}

/// Closing quotes already known to be missing, so that they are not searched for again: otherwise,
/// a text of nothing but opening quotes would take quadratic time.
#[derive(Default)]
struct Unclosed {
    /// No single quote closes before this position.
    single_until: usize,
    /// No double quote closes after this point.
    double: bool,
    /// Some raw string was not closed; no further one is searched for.
    raw: bool,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Reads a token, or skips what is none; returns whether there was anything left.
    fn step(&mut self) -> bool {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else { return false };
        if let Some(length) = self.passed_over(rest) {
            if self.grammar == Grammar::Python && first == '\n' && self.depth == 0 {
                self.push(TokenKind::LineEnd, 1);
            } else {
                self.at += length;
            }
        } else if let Some(length) = self.text_length(rest) {
            self.push(TokenKind::Text, length);
        } else if first.is_ascii_digit() {
            self.push(TokenKind::Number, number_length(rest));
        } else if is_of_word(first) {
            self.push(TokenKind::Word, rest.find(|c| !is_of_word(c)).unwrap_or(rest.len()));
        } else {
            match first {
                '(' | '[' | '{' => self.depth += 1,
                ')' | ']' | '}' => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
            let is_here = |symbol: &&&str| rest.starts_with(**symbol) && self.has(symbol);
            let longer = SYMBOLS.iter().find(is_here);
            self.push(TokenKind::Symbol, longer.map_or(first.len_utf8(), |symbol| symbol.len()));
        }
        true
    }

    /// Returns whether the language has this symbol: `//` is an operator only in Python.
    fn has(&self, symbol: &str) -> bool {
        symbol != "//" || self.grammar == Grammar::Python
    }

    fn push(&mut self, kind: TokenKind, length: usize) {
        self.tokens.push(Token { kind, text: &self.rest()[..length], start: self.at });
        self.at += length;
    }

    /// Returns the length of white space, a comment, or a directive that names files.
    fn passed_over(&self, rest: &str) -> Option<usize> {
        let line = || rest.find('\n').unwrap_or(rest.len());
        let is_python = self.grammar == Grammar::Python;
        match rest.chars().next()? {
            '\\' if is_python && rest[1..].starts_with('\n') => Some(2),
            first if first.is_whitespace() => Some(first.len_utf8()),
            '#' if is_python => Some(line()),
            '#' if self.grammar == Grammar::C => {
                let directive = rest[1..].trim_start();
                ["include", "pragma"].iter().any(|name| directive.starts_with(name)).then(line)
            }
            '/' if !is_python && rest.starts_with("//") => Some(line()),
            '/' if !is_python && rest.starts_with("/*") => {
                Some(rest[2..].find("*/").map_or(rest.len(), |end| end + 4))
            }
            _ => None,
        }
    }

    /// Returns the length of a string or character literal that starts here.
    fn text_length(&mut self, rest: &'a str) -> Option<usize> {
        let letters = rest.bytes().take(3).take_while(|byte| is_of_prefix(*byte)).count();
        let (prefix, quoted) = rest.split_at(letters.min(2));
        let first =
            quoted.chars().next().filter(|first| matches!(first, '#' | '"' | '\'' | '`'))?;
        let is_known = |known: &&str| known.eq_ignore_ascii_case(prefix);
        if !PREFIXES.iter().any(is_known) {
            return None;
        }
        let is_raw = prefix.contains(['r', 'R', '@']);
        let length = match (self.grammar, first) {
            (Grammar::Rust, '#' | '"') if is_raw => self.raw_length(quoted, closing_of_rust)?,
            (Grammar::C, '"') if is_raw => self.raw_length(quoted, closing_of_cpp)?,
            (Grammar::CSharp, '"') if is_raw => verbatim_length(quoted),
            (_, '#') => return None,
            // Multi-line strings: in JavaScript and Go between back quotes, otherwise between
            // triple quotes.
            (Grammar::JavaScript | Grammar::Go, '`') => self.grammar.lines_length(quoted, 1),
            (_, '`') => return None,
            (grammar, quote) if grammar.has_triple(quote) && is_triple(quoted, quote) => {
                grammar.lines_length(quoted, 3)
            }
            // In Rust it may be a lifetime.
            (Grammar::Rust, '\'') if !quoted.starts_with(r"'\") => character_length(quoted)?,
            (_, quote) => self.escaped_length(quoted, quote)?,
        };
        Some(prefix.len() + length)
    }

    /// Returns the length of a quoted string, with its quotes. Between single quotes it must end on
    /// the same line.
    ///
    /// Which backslashes escape does not depend on where the string starts, unless it starts among
    /// them. So if a string that starts here is not closed, none that starts later is closed before
    /// the position where this one would have had to end.
    fn escaped_length(&mut self, quoted: &str, quote: char) -> Option<usize> {
        let start = self.text.len() - quoted.len();
        if if quote == '"' { self.unclosed.double } else { start < self.unclosed.single_until } {
            return None;
        }
        let mut is_escaped = false;
        for (at, byte) in quoted.bytes().enumerate().skip(1) {
            match byte {
                b'\n' if quote == '\'' => {
                    self.unclosed.single_until = start + at;
                    return None;
                }
                _ if is_escaped => is_escaped = false,
                b'\\' => is_escaped = true,
                _ if byte == quote as u8 => return Some(at + 1),
                _ => {}
            }
        }
        match quote {
            '"' => self.unclosed.double = true,
            _ => self.unclosed.single_until = self.text.len(),
        }
        None
    }

    /// Returns the length of a raw string, given a function that returns the length of its opening
    /// and its closing delimiter.
    fn raw_length(
        &mut self,
        quoted: &str,
        closing: fn(&str) -> Option<(usize, String)>,
    ) -> Option<usize> {
        let (open, close) = closing(quoted).filter(|_| !self.unclosed.raw)?;
        let end = quoted[open..].find(&close);
        self.unclosed.raw = end.is_none();
        Some(open + end? + close.len())
    }
}

/// The prefixes of quoted strings.
const PREFIXES: [&str; 18] = [
    "", "r", "b", "f", "u", "L", "R", "U", "c", "br", "rb", "rf", "fr", "u8", "@", "$", "$@", "@$",
];

/// The maximum length of a delimiter of C++ raw strings in the standard.
const MAX_DELIMITER: usize = 16;

fn is_of_prefix(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || matches!(byte, b'8' | b'@' | b'$')
}

fn is_triple(quoted: &str, quote: char) -> bool {
    quoted.bytes().take(3).filter(|byte| *byte == quote as u8).count() == 3
}

/// Returns the length of a character between single quotes that is not escaped.
fn character_length(quoted: &str) -> Option<usize> {
    let mut rest = quoted[1..].chars();
    rest.next().filter(|character| !matches!(character, '\'' | '\n'))?;
    rest.as_str().starts_with('\'').then(|| quoted.len() - rest.as_str().len() + 1)
}

/// Returns the length of the opening of a Rust raw string, from its number signs on, and its
/// closing delimiter.
fn closing_of_rust(quoted: &str) -> Option<(usize, String)> {
    let signs = quoted.len() - quoted.trim_start_matches('#').len();
    quoted[signs..].starts_with('"').then(|| (signs + 1, format!("\"{}", "#".repeat(signs))))
}

/// Returns the same for a C++ raw string, from its quote on.
fn closing_of_cpp(quoted: &str) -> Option<(usize, String)> {
    let open = quoted.bytes().take(MAX_DELIMITER + 2).position(|byte| byte == b'(')?;
    Some((open + 1, format!("){}\"", &quoted[1..open])))
}

/// Returns the length of a C# string in which a doubled quote escapes a quote; it may span several
/// lines.
fn verbatim_length(quoted: &str) -> usize {
    let mut at = 1;
    while let Some(end) = quoted[at..].find('"') {
        at += end + 1;
        if !quoted[at..].starts_with('"') {
            return at;
        }
        at += 1;
    }
    quoted.len()
}

/// Returns whether a character can be part of a name.
fn is_of_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

fn number_length(rest: &str) -> usize {
    let mut length = 0;
    let mut before = ' ';
    for (at, character) in rest.char_indices() {
        let is_of_number = match character {
            // `0..n` has two numbers, and `1.max(2)` is a call.
            '.' => {
                let next = rest[at + 1..].chars().next();
                !rest[..at].contains('.')
                    && next.is_none_or(|next| next != '.' && !next.is_alphabetic())
            }
            '+' | '-' => matches!(before, 'e' | 'E') && !rest.starts_with("0x"),
            '\'' => before.is_ascii_alphanumeric(),
            _ => character.is_ascii_alphanumeric() || character == '_',
        };
        if !is_of_number {
            break;
        }
        before = character;
        length = at + character.len_utf8();
    }
    length
}

#[cfg(test)]
mod tests;
