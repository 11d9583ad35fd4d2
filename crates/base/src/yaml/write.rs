//! Writes values on one line each, and scripts as blocks. Strings are in double quotes, as in JSON,
//! which YAML reads the same way.

use std::fmt::Write as _;

use super::node::{Node, Value};

/// Returns a string in double quotes. Escapes what JSON permits and YAML does not: control
/// characters beyond ASCII, and characters that some readers take for line ends.
pub fn quoted(text: &str) -> String {
    let mut quoted = String::new();
    for letter in serde_json::Value::from(text).to_string().chars() {
        if is_literal(letter) {
            quoted.push(letter);
        } else {
            let _ = write!(quoted, "\\u{:04x}", u32::from(letter));
        }
    }
    quoted
}

/// Returns a multi-line string, such as a script, as the value of a key, indented by `indent`
/// columns: as a block if possible, and otherwise in double quotes.
pub fn lines(text: &str, indent: usize) -> String {
    literal(text, indent).unwrap_or_else(|| quoted(text))
}

/// Writes a multi-line string as a literal block; `None` if it contains characters that a block
/// cannot.
pub(super) fn literal(text: &str, indent: usize) -> Option<String> {
    let is_simple =
        text.ends_with('\n') && !text.ends_with("\n\n") && !text.starts_with([' ', '\n']);
    if !is_simple || text.chars().any(|letter| !is_literal(letter) && letter != '\n') {
        return None;
    }
    let margin = " ".repeat(indent);
    let indented =
        |line: &str| if line.is_empty() { String::new() } else { format!("{margin}{line}") };
    let lines = text.trim_end_matches('\n').split('\n').map(indented);
    Some(format!("|\n{}", lines.collect::<Vec<_>>().join("\n")))
}

/// Returns whether all readers of YAML take a character as it is.
fn is_literal(letter: char) -> bool {
    let is_mark = matches!(letter, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}');
    !letter.is_control() && !is_mark
}

/// Returns a list of strings in one line of YAML.
pub fn list(texts: &[String]) -> String {
    let texts: Vec<String> = texts.iter().map(|text| quoted(text)).collect();
    format!("[{}]", texts.join(", "))
}

/// Returns a value in one line of YAML.
pub fn flow(node: &Node) -> String {
    in_line(
        node,
        |scalar, text, is_plain| {
            if is_plain && scalar.string().is_none() { text.into() } else { quoted(text) }
        },
    )
}

/// Writes a value in one line; `scalar` writes a scalar, given its text and whether it is plain.
pub(super) fn in_line(node: &Node, scalar: fn(&Node, &str, bool) -> String) -> String {
    let below = |node: &Node| in_line(node, scalar);
    match &node.value {
        Value::Scalar { text, is_plain } => scalar(node, text, *is_plain),
        Value::Sequence(values) => {
            let values: Vec<String> = values.iter().map(below).collect();
            format!("[{}]", values.join(", "))
        }
        Value::Mapping(entries) => {
            let entry = |(key, value): &(Node, Node)| format!("{}: {}", below(key), below(value));
            let entries: Vec<String> = entries.iter().map(entry).collect();
            format!("{{{}}}", entries.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The characters of file names.
    const HOSTILE: [&str; 8] = [
        "",
        "it's \"here\"\\",
        " - a: b # c",
        "two\nlines",
        "\t\u{1b}[31m\u{7f}",
        "\u{85}\u{9b}\u{2028}\u{2029}",
        "\u{feff}&a *b !!str",
        "ü 😀",
    ];

    #[test]
    fn what_is_quoted_is_read_as_it_was() {
        for text in HOSTILE {
            let document = quoted(text);
            assert!(document.chars().all(is_literal), "{document}");
            let node = Node::read(document.as_bytes()).unwrap();
            let Value::Scalar { text: read, is_plain: false } = &node.value else { panic!() };
            assert_eq!(&**read, text);
        }
    }

    #[test]
    fn scripts_stay_lines_where_they_can() {
        for text in HOSTILE {
            let script = format!("first\n  {text}\n");
            let document = format!("a:\n  run: {}\n", lines(&script, 4));
            let node = Node::read(document.as_bytes()).unwrap();
            let (_, inner) = &node.mapping().unwrap()[0];
            assert_eq!(inner.mapping().unwrap()[0].1.text(), Some(&*script));
            let is_block = document.starts_with("a:\n  run: |\n    first\n");
            assert_eq!(is_block, text.chars().all(|c| c == '\n' || is_literal(c)), "{document}");
        }
    }
}
