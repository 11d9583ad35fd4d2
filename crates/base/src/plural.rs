//! Counts with their nouns.

/// Returns a count with its noun, in the singular or the plural.
pub fn plural(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
