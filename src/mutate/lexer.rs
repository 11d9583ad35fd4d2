//! Splits a program into tokens, for rules that look at a few tokens at a time. A rule that misreads a token makes a mutant that
//! does not compile, and is dropped: so this knows literals and comments of each language, and no more of its grammar.

/// What the tokens of a language look like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Grammar {
    /// C and C++.
    C,
    /// Java.
    Java,
    /// Python.
    Python,
    /// Rust.
    Rust,
}

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A name or a key word.
    Word,
    /// A number, with its suffix.
    Number,
    /// A string or a character, with its quotes.
    Text,
    /// An operator or a bracket.
    Symbol,
    /// The end of a line of Python that ends a statement.
    LineEnd,
}

/// A token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token<'a> {
    /// What it is.
    pub(super) kind: TokenKind,
    /// The token, as it stands there.
    pub(super) text: &'a str,
    /// Where it begins, in bytes.
    pub(super) start: usize,
}

impl Token<'_> {
    /// Where it ends, in bytes.
    pub(super) fn end(&self) -> usize {
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
    /// Returns the tokens of a program.
    pub(super) fn tokens(self, text: &str) -> Vec<Token<'_>> {
        let mut lexer = Lexer { grammar: self, text, at: 0, depth: 0, tokens: Vec::new() };
        while lexer.step() {}
        lexer.tokens
    }
}

struct Lexer<'a> {
    grammar: Grammar,
    text: &'a str,
    at: usize,
    /// How many brackets are open: within them, lines of Python do not end statements.
    depth: usize,
    tokens: Vec<Token<'a>>,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Reads a token, or passes over what is none; returns whether anything was left.
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
        } else if first.is_alphabetic() || first == '_' {
            let is_of_word = |character: char| character.is_alphanumeric() || character == '_';
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

    /// Returns whether the language has this symbol: `//` divides in Python only.
    fn has(&self, symbol: &str) -> bool {
        symbol != "//" || self.grammar == Grammar::Python
    }

    fn push(&mut self, kind: TokenKind, length: usize) {
        self.tokens.push(Token { kind, text: &self.rest()[..length], start: self.at });
        self.at += length;
    }

    /// Returns the length of white space, a comment or a directive that names files.
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

    /// Returns the length of a string or character that begins here.
    fn text_length(&self, rest: &str) -> Option<usize> {
        let prefix = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
        let (prefix, quoted) = rest.split_at(prefix.min(2));
        let is_raw = prefix.contains(['r', 'R']);
        let length = match (self.grammar, quoted.chars().next()?) {
            _ if !["", "r", "b", "f", "u", "L", "R", "U", "c", "br", "rb", "rf", "fr", "u8"]
                .iter()
                .any(|known| known.eq_ignore_ascii_case(prefix)) =>
            {
                return None;
            }
            (Grammar::Rust, '#' | '"') if is_raw => raw_length(quoted)?,
            (Grammar::C, '"') if is_raw => {
                let (delimiter, _) = quoted[1..].split_once('(')?;
                let end = format!("){delimiter}\"");
                quoted.find(&end)? + end.len()
            }
            (Grammar::Python, quote @ ('"' | '\'')) | (Grammar::Java, quote @ '"') => {
                let triple = quote.to_string().repeat(3);
                match quoted.strip_prefix(&triple) {
                    Some(inner) => inner.find(&triple).map_or(quoted.len(), |end| end + 6),
                    None => escaped_length(quoted, quote)?,
                }
            }
            (_, '"') => escaped_length(quoted, '"')?,
            // In Rust it may be a lifetime.
            (Grammar::Rust, '\'') => {
                let length = escaped_length(quoted, '\'')?;
                let is_character =
                    quoted.starts_with(r"'\") || quoted[..length].chars().count() == 3;
                is_character.then_some(length)?
            }
            (_, '\'') => escaped_length(quoted, '\'')?,
            _ => return None,
        };
        Some(prefix.len() + length)
    }
}

/// Returns the length of a quoted text in one line, with its quotes.
fn escaped_length(quoted: &str, quote: char) -> Option<usize> {
    let mut is_escaped = false;
    for (at, character) in quoted.char_indices().skip(1) {
        match character {
            '\n' if quote == '\'' => return None,
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if character == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// Returns the length of a raw string of Rust, from its number signs on.
fn raw_length(quoted: &str) -> Option<usize> {
    let signs = quoted.len() - quoted.trim_start_matches('#').len();
    let inner = quoted[signs..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(signs));
    Some(signs + 1 + inner.find(&end)? + end.len())
}

fn number_length(rest: &str) -> usize {
    let mut length = 0;
    let mut before = ' ';
    for (at, character) in rest.char_indices() {
        let is_of_number = match character {
            // `0..n` holds two numbers, and `1.max(2)` is a call.
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
mod tests {
    use super::*;

    fn words(grammar: Grammar, text: &str) -> Vec<&str> {
        grammar.tokens(text).into_iter().map(|token| token.text).collect()
    }

    #[test]
    fn comments_and_directives_are_no_tokens() {
        let text = "#include <vector>\n#define N 10 // x\nint/* y */a=b<=1'000;\n";
        let expected = ["#", "define", "N", "10", "int", "a", "=", "b", "<=", "1'000", ";"];
        assert_eq!(words(Grammar::C, text), expected);
        assert_eq!(words(Grammar::Python, "a//b # c\n"), ["a", "//", "b", "\n"]);
        assert_eq!(words(Grammar::Java, "a//b\n"), ["a"]);
    }

    #[test]
    fn texts_are_one_token() {
        assert_eq!(
            words(Grammar::C, r#"f("a\"<b", '\'')"#),
            ["f", "(", r#""a\"<b""#, ",", r"'\''", ")"]
        );
        assert_eq!(words(Grammar::C, "R\"x(a)\"b)x\"+1"), ["R\"x(a)\"b)x\"", "+", "1"]);
        assert_eq!(
            words(Grammar::Rust, "&'a str = r#\"<\"#; 'x' '\\n'"),
            ["&", "'", "a", "str", "=", "r#\"<\"#", ";", "'x'", "'\\n'"]
        );
        assert_eq!(words(Grammar::Python, "f'''a\nb''' + ''"), ["f'''a\nb'''", "+", "''"]);
        assert_eq!(words(Grammar::Java, "\"\"\"\na\"b\"\"\";"), ["\"\"\"\na\"b\"\"\"", ";"]);
    }

    #[test]
    fn numbers_end_where_ranges_and_calls_begin() {
        assert_eq!(
            words(Grammar::Rust, "0..=10 1.5e-3 2.max(3) 1_u64"),
            ["0", "..=", "10", "1.5e-3", "2", ".", "max", "(", "3", ")", "1_u64"]
        );
        assert_eq!(
            words(Grammar::C, "1e9+7 0xff 1LL<<40"),
            ["1e9", "+", "7", "0xff", "1LL", "<<", "40"]
        );
    }

    #[test]
    fn lines_of_python_end_statements_outside_of_brackets_only() {
        assert_eq!(
            words(Grammar::Python, "a = (1,\n 2)\nb\\\n+1\n"),
            ["a", "=", "(", "1", ",", "2", ")", "\n", "b", "+", "1", "\n"]
        );
    }

    #[test]
    fn no_text_is_lost_or_a_panic() {
        for text in
            ["", "\"", "'", "R\"", "r#", "/*", "\\", "é'é", "'''", "1.", "\u{feff}x", "a\0b"]
        {
            for grammar in [Grammar::C, Grammar::Java, Grammar::Python, Grammar::Rust] {
                for token in grammar.tokens(text) {
                    assert_eq!(&text[token.start..token.end()], token.text);
                }
            }
        }
    }
}
