//! The time limit in `problem.toml`: `time` in the table `[limits]`.

use std::ops::Range;

use toml::de::{DeTable, DeValue};

use super::edits::{appended, spliced};

const TABLE: &str = "limits";
const KEY: &str = "time";

/// The position of the limit in a document.
enum Place {
    /// The value, without its quotes.
    Value(Range<usize>),
    /// The end of the header of the table, which has no limit yet.
    Header(usize),
    /// After the brace of an inline table; true if the table is empty.
    Brace(usize, bool),
    /// The document has no such table.
    Nowhere,
}

/// Returns whether a text sets a limit.
pub(super) fn has(text: &str) -> bool {
    matches!(place(text), Some(Place::Value(_)))
}

/// Returns the text with this limit; `None` if there is no safe way to change it.
pub(super) fn with(text: &str, limit: &str) -> Option<String> {
    let new = match place(text)? {
        Place::Value(range) if is_same(&text[range.clone()], limit) => text.to_string(),
        Place::Value(range) => spliced(text, range, limit),
        Place::Header(end) => spliced(text, end..end, &format!("\n{KEY} = {limit}")),
        Place::Brace(end, true) => spliced(text, end..end, &format!(" {KEY} = {limit} ")),
        Place::Brace(end, false) => spliced(text, end..end, &format!(" {KEY} = {limit},")),
        Place::Nowhere => appended(text, &format!("\n[{TABLE}]\n{KEY} = {limit}\n")),
    };
    let (old_others, _) = split(text)?;
    let (others, time) = split(&new)?;
    (others == old_others && time.is_some_and(|time| is_same(&time, limit))).then_some(new)
}

/// Returns whether a value is this number of seconds, in any notation.
fn is_same(value: &str, limit: &str) -> bool {
    let time = referee_problem::quantity::seconds(value.trim_matches(['"', '\'']));
    time.is_ok() && time == referee_problem::quantity::seconds(limit)
}

fn place(text: &str) -> Option<Place> {
    let root = DeTable::parse(text).ok()?.into_inner();
    let Some((_, limits)) = root.iter().find(|(key, _)| *key.get_ref() == TABLE) else {
        return Some(Place::Nowhere);
    };
    let DeValue::Table(table) = limits.get_ref() else { return None };
    if let Some((_, time)) = table.iter().find(|(key, _)| *key.get_ref() == KEY) {
        return Some(Place::Value(time.span()));
    }
    if text[limits.span()].starts_with('{') {
        return Some(Place::Brace(limits.span().start + 1, table.is_empty()));
    }
    let header = format!("[{TABLE}]");
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        end += line.len();
        let code = line.split('#').next().unwrap_or_default();
        if code.split_whitespace().collect::<String>() == header {
            return Some(Place::Header(
                end - (line.len() - line.trim_end_matches(['\r', '\n']).len()),
            ));
        }
    }
    None
}

/// Splits a document into everything but the limit, and the limit as written.
fn split(text: &str) -> Option<(toml::Table, Option<String>)> {
    let mut table: toml::Table = text.parse().ok()?;
    let mut time = None;
    if let Some(toml::Value::Table(limits)) = table.get_mut(TABLE) {
        time = limits.remove(KEY).map(|time| time.to_string());
        if limits.is_empty() {
            table.remove(TABLE);
        }
    }
    Some((table, time))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_replaced_or_added_and_nothing_else() {
        for (text, wanted) in [
            (
                "a = 1\n[limits] # mine\ntime = 2 # old\n",
                "a = 1\n[limits] # mine\ntime = 1.5 # old\n",
            ),
            ("[limits]\ntime = '2s'\nmemory = 1", "[limits]\ntime = 1.5\nmemory = 1"),
            ("[limits]\ntime = '1500ms'\n", "[limits]\ntime = '1500ms'\n"),
            ("[limits]\ntime = 1.50\n", "[limits]\ntime = 1.50\n"),
            (
                "[ limits ] # all\r\nmemory = 1\r\n",
                "[ limits ] # all\ntime = 1.5\r\nmemory = 1\r\n",
            ),
            ("limits = {}\n", "limits = { time = 1.5 }\n"),
            ("limits = { memory = 1 }", "limits = { time = 1.5, memory = 1 }"),
            ("limits.time = 2\nb = 1\n", "limits.time = 1.5\nb = 1\n"),
            ("a = 1 # no end", "a = 1 # no end\n\n[limits]\ntime = 1.5\n"),
            ("[checker]\nrun = ['a']\n", "[checker]\nrun = ['a']\n\n[limits]\ntime = 1.5\n"),
        ] {
            let new = with(text, "1.5");
            assert_eq!(new.as_deref(), Some(wanted), "{text}");
            assert_eq!(with(wanted, "1.5").as_deref(), Some(wanted), "again: {text}");
            assert!(has(wanted));
        }
    }

    #[test]
    fn what_cannot_be_changed_safely_is_left_to_people() {
        // No header, no value, and no TOML.
        for text in ["limits.memory = 1\n", "limits = 3\n", "a = \n"] {
            assert_eq!(with(text, "1.5"), None, "{text}");
        }
        assert!(!has("[limits]\nmemory = 1\n") && !has("a = \n"));
    }
}
