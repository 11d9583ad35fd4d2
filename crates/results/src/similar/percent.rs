//! Shares and lines, formatted for people.

use std::ops::RangeInclusive;

/// Formats a share, rounded down, so that only a full share is 100 %.
pub(super) fn percent(share: f64) -> String {
    format!("{} %", (100.0 * share + 1e-9).floor())
}

/// Formats the lines of a passage.
pub(super) fn lines(lines: &RangeInclusive<usize>) -> String {
    if lines.start() == lines.end() {
        format!("line {}", lines.start())
    } else {
        format!("lines {}-{}", lines.start(), lines.end())
    }
}
