//! The time limit in `domjudge-problem.ini`: a line `timelimit = '2'`, with or without quotes.

use super::edits::{appended, is_same, spliced};

const KEY: &str = "timelimit";

/// Returns the value that a line sets, as a subslice of the line.
fn of_line(line: &str) -> Option<&str> {
    let (key, value) = line.split_once('=')?;
    (key.trim() == KEY).then(|| value.trim().trim_matches(['\'', '"']))
}

/// Returns the value set by the first such line.
pub(super) fn value(text: &str) -> Option<&str> {
    text.lines().find_map(of_line)
}

/// Returns the text with this limit, replacing the existing one or on a new line.
pub(super) fn with(text: &str, limit: &str) -> Option<String> {
    let Some(old) = value(text) else {
        return Some(appended(text, &format!("{KEY} = {limit}\n")));
    };
    if is_same(old, limit) {
        return Some(text.to_string());
    }
    let at = old.as_ptr() as usize - text.as_ptr() as usize;
    let new = spliced(text, at..at + old.len(), limit);
    (value(&new) == Some(limit)).then_some(new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_value_is_replaced_and_nothing_else() {
        for (text, wanted) in [
            ("name = a\ntimelimit = '2'\ncolor=red\n", "name = a\ntimelimit = '1.5'\ncolor=red\n"),
            ("timelimit=2", "timelimit=1.5"),
            ("timelimit=1.50\n", "timelimit=1.50\n"),
            ("name = a", "name = a\ntimelimit = 1.5\n"),
            ("", "timelimit = 1.5\n"),
            ("timelimit =\n", "timelimit =1.5\n"),
        ] {
            assert_eq!(with(text, "1.5").as_deref(), Some(wanted), "{text}");
        }
    }
}
