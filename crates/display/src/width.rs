//! The width of text in a terminal, in columns: wide characters of East Asian scripts and emoji
//! take two, combining marks none, colours none.

use std::iter;

/// The characters that take two columns: blocks of wide scripts, and emoji.
const WIDE: [(char, char); 14] = [
    ('\u{1100}', '\u{115f}'),
    ('\u{231a}', '\u{231b}'),
    ('\u{23e9}', '\u{23ec}'),
    ('\u{2e80}', '\u{303e}'),
    ('\u{3041}', '\u{a4cf}'),
    ('\u{a960}', '\u{a97f}'),
    ('\u{ac00}', '\u{d7a3}'),
    ('\u{f900}', '\u{faff}'),
    ('\u{fe30}', '\u{fe6f}'),
    ('\u{ff00}', '\u{ff60}'),
    ('\u{ffe0}', '\u{ffe6}'),
    ('\u{1f300}', '\u{1f64f}'),
    ('\u{1f680}', '\u{1faff}'),
    ('\u{20000}', '\u{3fffd}'),
];

/// The characters that take no column: combining marks. Others without a width are escaped where
/// text comes from.
const MARKS: [(char, char); 6] = [
    ('\u{300}', '\u{36f}'),
    ('\u{483}', '\u{489}'),
    ('\u{591}', '\u{5bd}'),
    ('\u{3099}', '\u{309a}'),
    ('\u{20d0}', '\u{20f0}'),
    ('\u{fe00}', '\u{fe0f}'),
];

/// Marks the omitted part of a text.
const GAP: &str = "...";

fn of_char(character: char) -> usize {
    let is_in = |ranges: &[(char, char)]| {
        ranges.iter().any(|&(first, last)| (first..=last).contains(&character))
    };
    match character {
        ..'\u{300}' => 1,
        _ if is_in(&MARKS) => 0,
        _ if is_in(&WIDE) => 2,
        _ => 1,
    }
}

/// Returns the width of a text without colours.
pub fn width(text: &str) -> usize {
    text.chars().map(of_char).sum()
}

/// Returns the width of a text that may have coloured parts.
pub fn width_of_coloured(text: &str) -> usize {
    if text.contains('\u{1b}') {
        width(&anstream::adapter::strip_str(text).to_string())
    } else {
        width(text)
    }
}

/// Returns a text, padded with spaces to `columns` columns.
pub fn padded(text: &str, columns: usize) -> String {
    let missing = columns.saturating_sub(width_of_coloured(text));
    text.chars().chain(iter::repeat_n(' ', missing)).collect()
}

/// Returns a text; if it takes more than `columns` columns, its start and its end, since names
/// differ at both ends.
pub fn shortened(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_string();
    }
    let kept = columns.saturating_sub(GAP.len());
    let start = fitting(text.chars(), kept / 2);
    let end = fitting(text.chars().rev(), kept - kept / 2);
    let gap = &GAP[..columns.min(GAP.len())];
    format!("{start}{gap}{}", end.chars().rev().collect::<String>())
}

/// Returns a text, or its start if it takes more than `columns` columns.
pub fn fitted(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_string();
    }
    fitting(text.chars(), columns.saturating_sub(GAP.len())) + &GAP[..columns.min(GAP.len())]
}

/// Returns the first characters that take at most `columns` columns.
fn fitting(characters: impl Iterator<Item = char>, columns: usize) -> String {
    let mut used = 0;
    let fits = |&character: &char| {
        used += of_char(character);
        used <= columns
    };
    characters.take_while(fits).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_characters_take_two_columns_and_marks_none() {
        assert_eq!(["", "abc", "äöü", "日本", "e\u{301}", "🎉!"].map(width), [0, 3, 3, 4, 1, 3]);
        assert_eq!(width_of_coloured("\u{1b}[31m日\u{1b}[0m"), 2);
        assert_eq!(padded("日", 4), "日  ");
        assert_eq!(padded("日本語", 4), "日本語");
    }

    #[test]
    fn names_are_shortened_in_the_middle() {
        assert_eq!(shortened("wrong_answer/no_midpoint.cpp", 28), "wrong_answer/no_midpoint.cpp");
        assert_eq!(shortened("wrong_answer/no_midpoint.cpp", 20), "wrong_an...point.cpp");
        assert_eq!(shortened("日本語の名前.py", 10), "日....py");
        assert_eq!(["abcdef"; 3].map(|name| shortened(name, 3)), ["..."; 3]);
        for columns in 0..30 {
            assert!(width(&shortened("日本語の名前/日本語の名前.py", columns)) <= columns);
        }
    }
}
