//! Differences between two texts, token by token, truncated to the width of a screen.

use similar::DiffTag;
use similar::algorithms::{Capture, Compact, Replace, myers};

use crate::text::excerpt;

/// The maximum width of a line that is shown.
const WIDTH: usize = 72;

/// Two lines of text, each with marks under the tokens that the other does not have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Marked {
    /// A line of the first text and its marks.
    pub left: (String, String),
    /// A line of the second text and its marks.
    pub right: (String, String),
}

/// Marks the tokens that differ between two lines of printable text. Long lines are truncated
/// around the first difference.
pub fn mark(left: &str, right: &str) -> Marked {
    let (left_tokens, right_tokens) = (tokens(left), tokens(right));
    let [old, new] = [&left_tokens, &right_tokens]
        .map(|tokens| tokens.iter().map(|token| token.1).collect::<Vec<_>>());
    // By its name: a choice among all algorithms would compile each of them.
    let mut operations = Compact::new(Replace::new(Capture::new()), &old[..], &new[..]);
    let Ok(()) = myers::diff(&mut operations, &old, 0..old.len(), &new, 0..new.len());
    let operations = operations.into_inner().into_inner().into_ops();
    let mut marks = (vec![false; left.chars().count()], vec![false; right.chars().count()]);
    for operation in operations {
        if operation.tag() != DiffTag::Equal {
            underline(&mut marks.0, &left_tokens[operation.old_range()]);
            underline(&mut marks.1, &right_tokens[operation.new_range()]);
        }
    }
    Marked { left: cut(left, &marks.0), right: cut(right, &marks.1) }
}

/// Returns the tokens of a line, each with its column in characters, from 0.
fn tokens(line: &str) -> Vec<(usize, &str)> {
    let mut tokens = Vec::new();
    let mut column = 0;
    for piece in line.split_inclusive(' ') {
        let token = piece.trim_end_matches(' ');
        if !token.is_empty() {
            tokens.push((column, token));
        }
        column += piece.chars().count();
    }
    tokens
}

fn underline(marks: &mut [bool], tokens: &[(usize, &str)]) {
    for (column, token) in tokens {
        marks[*column..column + token.chars().count()].fill(true);
    }
}

/// Returns the part of a line around its first mark, with its marks as `^` under it.
fn cut(line: &str, marks: &[bool]) -> (String, String) {
    let first = marks.iter().position(|&m| m).unwrap_or(0);
    let start = if marks.len() <= WIDTH || first < WIDTH / 2 { 0 } else { first - WIDTH / 4 };
    let end = marks.len().min(start + WIDTH);
    let before = if start > 0 { "..." } else { "" };
    let after = if end < marks.len() { "..." } else { "" };
    let text: String = line.chars().skip(start).take(end - start).collect();
    let under: String = marks[start..end].iter().map(|&m| if m { '^' } else { ' ' }).collect();
    let indent = " ".repeat(before.len());
    (format!("{before}{text}{after}"), format!("{indent}{under}").trim_end().to_string())
}

/// Describes where two texts first differ, in one line: `line 4 is "1 2", not "2 1"`.
pub fn first_difference(found: &[u8], expected: &[u8]) -> String {
    let (mut found_lines, mut expected_lines) =
        (found.split(|&b| b == b'\n'), expected.split(|&b| b == b'\n'));
    let mut number = 0;
    loop {
        number += 1;
        let quoted = |line: &[u8]| format!("\"{}\"", excerpt(line, WIDTH));
        match (found_lines.next(), expected_lines.next()) {
            (Some(f), Some(e)) if f == e => {}
            (Some(f), Some(e)) => {
                return format!("line {number} is {}, not {}", quoted(f), quoted(e));
            }
            (Some(f), None) => return format!("line {number}, {}, is too much", quoted(f)),
            (None, Some(e)) => return format!("line {number}, {}, is missing", quoted(e)),
            (None, None) => return "they are the same".into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differing_tokens_are_marked() {
        let marked = mark("Alice  win", "Alice wins");
        assert_eq!(marked.left, ("Alice  win".into(), "       ^^^".into()));
        assert_eq!(marked.right, ("Alice wins".into(), "      ^^^^".into()));
        let marked = mark("tie 1 2", "tie 1 2 3");
        assert_eq!(marked.left.1, "");
        assert_eq!(marked.right.1, "        ^");
    }

    #[test]
    fn long_lines_are_cut_around_the_difference() {
        let long = |word: &str| format!("{}{word} {}", "ä ".repeat(100), "b ".repeat(100));
        let marked = mark(&long("left"), &long("right"));
        assert!(marked.left.0.starts_with("...ä") && marked.left.0.ends_with("b..."));
        let at = marked.left.1.find('^').unwrap();
        let under: String = marked.left.0.chars().skip(at).take(4).collect();
        assert_eq!(under, "left");
        assert!(marked.left.0.chars().count() <= WIDTH + 6);
    }

    #[test]
    fn the_first_differing_line() {
        assert_eq!(first_difference(b"1\n2\n", b"1\n3\n"), "line 2 is \"2\", not \"3\"");
        assert_eq!(first_difference(b"1\n", b"1\n\n"), "line 3, \"\", is missing");
        assert_eq!(first_difference(b"1\nx\n", b"1\n"), "line 2 is \"x\", not \"\"");
    }
}
