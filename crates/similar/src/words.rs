//! Words with a meaning in a language, and how they are folded.

use std::collections::HashMap;
use std::sync::LazyLock;

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

/// The words with a meaning in each language: a line has a language, a role, and words.
static WORDS: LazyLock<HashMap<(Grammar, &str), WordRole>> = LazyLock::new(|| {
    let mut roles = HashMap::new();
    for line in include_str!("words.txt").lines() {
        let mut words = line.split(' ');
        let grammar = words.next().and_then(Grammar::of_language).expect("a language");
        let role = match words.next() {
            Some("import") => WordRole::Import,
            Some("declaration") => WordRole::Declaration,
            Some("type") => WordRole::Type,
            Some("key") => WordRole::Key,
            _ => WordRole::Nothing,
        };
        roles.extend(words.map(|word| ((grammar, word), role)));
    }
    roles
});

pub(super) fn role(grammar: Grammar, word: &str) -> WordRole {
    match word {
        "for" | "while" | "foreach" | "loop" => WordRole::Loop,
        "true" | "false" | "null" | "nullptr" | "nil" | "None" | "True" | "False" | "NULL"
        | "undefined" => WordRole::Literal,
        _ => WORDS.get(&(grammar, word)).copied().unwrap_or(WordRole::Name),
    }
}
