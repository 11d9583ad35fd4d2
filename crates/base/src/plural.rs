//! Counts with their nouns, and lists of names.

/// Returns a count with its noun, in the singular or the plural.
pub fn plural(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// Returns how many of all there are; the verb agrees with them, in the singular or the plural.
pub fn part_of(some: usize, all: usize, many: &str, (is, are): (&str, &str)) -> String {
    format!("{some} of {all} {many} {}", if some == 1 { is } else { are })
}

/// Lists the first `most` names, and how many more there are.
pub fn listed<T: AsRef<str>>(names: &[T], most: usize) -> String {
    let first: Vec<&str> = names.iter().take(most).map(|name| name.as_ref()).collect();
    match names.len().saturating_sub(most) {
        0 => first.join(", "),
        more => format!("{} and {more} more", first.join(", ")),
    }
}
