//! Splits a source in a language with the comments and string literals of C into words, just well
//! enough to find a word outside of these.

/// Returns whether a character can be part of a name.
pub(super) fn is_of_name(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '$')
}

/// Words and single other characters, without white space, comments and the contents of string
/// literals.
pub(super) struct SourceTokens<'a> {
    rest: &'a str,
}

impl<'a> SourceTokens<'a> {
    /// Starts at the beginning of a text.
    pub(super) fn of(text: &'a str) -> SourceTokens<'a> {
        SourceTokens { rest: text }
    }
}

impl<'a> Iterator for SourceTokens<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        loop {
            self.rest = self.rest.trim_start();
            if self.rest.starts_with("//") {
                self.rest = self.rest.split_once('\n')?.1;
            } else if let Some(comment) = self.rest.strip_prefix("/*") {
                self.rest = comment.split_once("*/")?.1;
            } else {
                break;
            }
        }
        let first = self.rest.chars().next()?;
        let length = match first {
            '\'' if !opens_literal(&self.rest[1..]) => 1,
            '"' | '\'' => {
                let quote =
                    if self.rest.starts_with(r#"""""#) { r#"""""# } else { &self.rest[..1] };
                length_of_text(self.rest, quote)
            }
            _ if is_of_name(first) => {
                self.rest.find(|character| !is_of_name(character)).unwrap_or(self.rest.len())
            }
            _ => first.len_utf8(),
        };
        let (token, rest) = self.rest.split_at(length);
        self.rest = rest;
        Some(token)
    }
}

/// Returns whether an apostrophe opens a literal, given what follows it. It does not where a name
/// or digits follow that no other apostrophe ends: `'static` in Rust, `1'000` in C++.
fn opens_literal(rest: &str) -> bool {
    let behind = rest.trim_start_matches(is_of_name);
    behind.len() == rest.len() || behind.starts_with('\'')
}

/// Returns the length of a string literal, with its quotes. One that is not closed ends with its
/// line, or with the source.
fn length_of_text(source: &str, quote: &str) -> usize {
    let mut at = quote.len();
    while at < source.len() {
        let rest = &source[at..];
        if rest.starts_with(quote) {
            return at + quote.len();
        }
        if rest.starts_with('\n') && quote.len() == 1 {
            return at;
        }
        let mut characters = rest.chars();
        if characters.next() == Some('\\') {
            characters.next();
        }
        at = source.len() - characters.as_str().len();
    }
    source.len()
}
