//! Finds statements that can be left out: those that have an effect and declare nothing.

use super::source_text::{Edit, MAX_TOKENS, SourceText};
use referee_tokens::{Grammar, TokenKind};

/// Returns the edits that each remove one statement.
pub(super) fn lost(program: &SourceText) -> Vec<Edit> {
    match program.grammar {
        Grammar::Python => lost_lines(program),
        _ => lost_between_semicolons(program),
    }
}

/// Keywords that start declarations, branches and jumps: removing these does not compile, or is
/// another operator's change.
const OTHERS: [&str; 26] = [
    "return", "break", "continue", "if", "else", "for", "while", "do", "switch", "case", "default",
    "using", "typedef", "struct", "class", "import", "package", "let", "const", "use", "fn",
    "template", "namespace", "static", "elif", "def",
];

/// The first tokens of further such lines in Python.
const PYTHON_OTHERS: [&str; 9] =
    ["from", "try", "except", "finally", "with", "global", "nonlocal", "@", "pass"];

/// Finds statements in C, Java and Rust: from `;`, `{`, `}` or the closing bracket of a condition
/// to the next semicolon.
fn lost_between_semicolons(program: &SourceText) -> Vec<Edit> {
    let mut edits = Vec::new();
    for position in 0..program.tokens.len() {
        let before = position.checked_sub(1).map_or(";", |before| program.at(before));
        let begins = matches!(before, ";" | "{" | "}" | ")" | "else")
            && program.tokens[position].kind == TokenKind::Word;
        if begins
            && let Some(end) = end_of_statement(program, position)
            && !OTHERS.contains(&program.at(position))
            && !declares(program, position, end)
        {
            let text = if before == ")" || before == "else" { ";" } else { "" };
            edits.push(Edit::new(program.range(position, end), text));
        }
    }
    edits
}

/// Returns the position of the semicolon that ends a statement without blocks.
fn end_of_statement(program: &SourceText, from: usize) -> Option<usize> {
    let mut position = from;
    while position < from + MAX_TOKENS {
        match program.at(position) {
            ";" => return Some(position),
            "{" | "}" | ")" | "]" | "" => return None,
            "(" | "[" => position = program.closing(position)?,
            _ => {}
        }
        position += 1;
    }
    None
}

/// Returns whether a statement declares a variable: two adjacent words, or a type in angle brackets
/// before a name.
fn declares(program: &SourceText, from: usize, end: usize) -> bool {
    let is_word = |position: usize| program.tokens[position].kind == TokenKind::Word;
    (from..end - 1).any(|position| is_word(position) && is_word(position + 1))
        || (program.at(from + 1) == "<"
            && (from..end - 1).any(|position| program.at(position) == ">" && is_word(position + 1)))
}

/// Finds Python lines with one statement. They are replaced by `pass`, so that no block becomes
/// empty.
fn lost_lines(program: &SourceText) -> Vec<Edit> {
    let mut edits = Vec::new();
    for line in program.tokens.split(|token| token.kind == TokenKind::LineEnd) {
        let [first, .., last] = line else { continue };
        let is_other = OTHERS.contains(&first.text) || PYTHON_OTHERS.contains(&first.text);
        if last.text != ":" && !is_other {
            edits.push(Edit::new(first.start..last.end(), "pass"));
        }
    }
    edits
}
