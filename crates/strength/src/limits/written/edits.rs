//! Edits of texts, and numbers as written there.

use std::ops::Range;

/// Returns whether two strings are the same number.
pub(super) fn is_same(text: &str, limit: &str) -> bool {
    let number = |text: &str| text.parse::<f64>().ok();
    number(text).is_some() && number(text) == number(limit)
}

pub(super) fn spliced(text: &str, range: Range<usize>, new: &str) -> String {
    [&text[..range.start], new, &text[range.end..]].concat()
}

pub(super) fn appended(text: &str, lines: &str) -> String {
    let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    [text, end, lines].concat()
}
