//! Numbers as written in files.

/// Returns whether two strings are the same number.
pub(super) fn is_same(text: &str, limit: &str) -> bool {
    let number = |text: &str| text.parse::<f64>().ok();
    number(text).is_some() && number(text) == number(limit)
}
