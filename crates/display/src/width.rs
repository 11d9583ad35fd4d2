//! The number of columns that text takes in a terminal: wide characters of East Asian scripts and emoji take two, marks on other
//! characters none, colours none.

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

/// The characters that take no column: marks on the character before. Others without a width are escaped wherever text comes from.
const MARKS: [(char, char); 6] = [
    ('\u{300}', '\u{36f}'),
    ('\u{483}', '\u{489}'),
    ('\u{591}', '\u{5bd}'),
    ('\u{3099}', '\u{309a}'),
    ('\u{20d0}', '\u{20f0}'),
    ('\u{fe00}', '\u{fe0f}'),
];

/// What stands for the characters that are left out.
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

/// Returns the number of columns that a text without colours takes.
pub fn width(text: &str) -> usize {
    text.chars().map(of_char).sum()
}

/// Returns the number of columns that a text takes in which parts are coloured.
pub fn width_of_coloured(text: &str) -> usize {
    if text.contains('\u{1b}') {
        width(&anstream::adapter::strip_str(text).to_string())
    } else {
        width(text)
    }
}

/// Returns a text, with blanks after it, that takes so many columns.
pub fn padded(text: &str, columns: usize) -> String {
    let missing = columns.saturating_sub(width_of_coloured(text));
    text.chars().chain(iter::repeat_n(' ', missing)).collect()
}

/// Returns a text, or its start and its end where it takes more than so many columns: names differ at both ends.
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

/// Returns a text, or its start where it takes more than so many columns.
pub fn fitted(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_string();
    }
    fitting(text.chars(), columns.saturating_sub(GAP.len())) + &GAP[..columns.min(GAP.len())]
}

/// Returns the first characters that take at most so many columns.
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
