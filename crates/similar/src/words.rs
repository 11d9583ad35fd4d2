//! Words with a meaning in a language, and how they are folded.

use std::collections::HashMap;

use referee_tokens::Grammar;

/// How a word is folded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WordRole {
    /// A name: of a variable, a function, a class.
    Name,
    /// A keyword, which is kept.
    Key,
    /// The name of a built-in type. Adjacent ones, such as `long long`, are one name.
    Type,
    /// The start of a loop of any kind.
    Loop,
    /// The start of a declaration of any kind.
    Declaration,
    /// A value, such as `true`.
    Literal,
    /// A word that can usually be added or removed without changing what a program does.
    Nothing,
    /// The start of a statement that names other files or modules.
    Import,
}

/// How the words of a language are folded.
pub(super) struct Words(HashMap<&'static str, WordRole>);

impl Words {
    /// Reads the words from a table of which a line has a language, a role, and words.
    pub(super) fn of(grammar: Grammar) -> Words {
        let mut roles = HashMap::new();
        for line in include_str!("words.txt").lines() {
            let mut words = line.split(' ');
            if words.next().and_then(Grammar::of_language) != Some(grammar) {
                continue;
            }
            let role = match words.next() {
                Some("import") => WordRole::Import,
                Some("declaration") => WordRole::Declaration,
                Some("type") => WordRole::Type,
                Some("key") => WordRole::Key,
                _ => WordRole::Nothing,
            };
            roles.extend(words.map(|word| (word, role)));
        }
        Words(roles)
    }

    pub(super) fn role(&self, word: &str) -> WordRole {
        match word {
            "for" | "while" | "foreach" | "loop" => WordRole::Loop,
            "true" | "false" | "null" | "nullptr" | "nil" | "None" | "True" | "False" | "NULL"
            | "undefined" => WordRole::Literal,
            _ => self.0.get(word).copied().unwrap_or(WordRole::Name),
        }
    }
}
