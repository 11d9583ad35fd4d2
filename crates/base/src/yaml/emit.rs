//! Writes a value of a YAML document as a document of its own: settings embedded in
//! `generators.yaml` become a file.
//!
//! Scalars are written as they were read, so that `'1'` does not become a number and `1e9` keeps
//! its notation. A value in one line stays in one line. Comments are dropped.

use std::fmt::Write as _;

use super::node::{Node, Value};
use super::write::{in_line, literal, quoted};

/// Returns the document of a value.
pub fn emit(node: &Node) -> String {
    if !is_block(node) {
        return in_line(node, as_read) + "\n";
    }
    let mut text = String::new();
    write_block(node, 0, &mut text);
    text
}

/// Returns whether a value takes lines of its own.
fn is_block(node: &Node) -> bool {
    let is_flow = matches!(node.first, b'{' | b'[');
    match &node.value {
        Value::Scalar { .. } => false,
        Value::Sequence(values) => !is_flow && !values.is_empty(),
        Value::Mapping(entries) => !is_flow && !entries.is_empty(),
    }
}

/// Writes the lines of a mapping or a list, indented by `indent` columns.
fn write_block(node: &Node, indent: usize, text: &mut String) {
    let margin = " ".repeat(indent);
    for (key, value) in node.mapping().unwrap_or_default() {
        let _ = write!(text, "{margin}{}:", in_line(key, as_read));
        write_value(value, indent + 2, text);
    }
    for value in node.sequence().unwrap_or_default() {
        let _ = write!(text, "{margin}-");
        if value.mapping().is_some() && is_block(value) {
            // The first key follows the dash, the others are below it.
            let start = text.len();
            write_block(value, indent + 2, text);
            text.replace_range(start..start + indent + 2, " ");
        } else {
            write_value(value, indent + 2, text);
        }
    }
}

/// Writes the value after a key or a dash, to the end of its lines.
fn write_value(value: &Node, indent: usize, text: &mut String) {
    if is_block(value) {
        text.push('\n');
        write_block(value, indent, text);
        return;
    }
    // The position of a multi-line string may be that of its first line.
    let is_quoted = matches!(value.first, b'"' | b'\'');
    let block = match &value.value {
        Value::Scalar { text, is_plain: false } if !is_quoted => literal(text, indent),
        _ => None,
    };
    if let Some(block) = block {
        let _ = writeln!(text, " {block}");
        return;
    }
    let line = in_line(value, as_read);
    let gap = if line.is_empty() { "" } else { " " };
    let _ = writeln!(text, "{gap}{line}");
}

/// Writes a scalar as it was read.
fn as_read(node: &Node, text: &str, is_plain: bool) -> String {
    let needs_escapes = text.chars().any(char::is_control);
    match node.first {
        _ if is_plain => text.into(),
        b'"' => quoted(text),
        _ if needs_escapes => quoted(text),
        _ => format!("'{}'", text.replace('\'', "''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn emitted(text: &str) -> String {
        emit(&Node::read(text.as_bytes()).unwrap())
    }

    #[test]
    fn documents_stay_as_they_were() {
        for text in [
            "a: 1\nb: 'it''s'\nc: \"x\\ty\"\n",
            "a:\n  b: [1, '2', x]\n  c: {d: e, f: []}\n",
            "a:\n  - x\n  - b: 1\n    c: 2\n  -\n    - y\n",
            "a: |\n  two\n\n  lines\nb:\nc: ~\n",
            "[]\n",
            "{a: 1}\n",
        ] {
            assert_eq!(emitted(text), text);
        }
    }

    #[test]
    fn what_is_written_means_the_same() {
        for text in [
            "# comment\na:   1 # one\nb: &x [p,  q]\nc: *x\n",
            "a: >\n  folded\n  lines\nb: |-\n  kept\nc: |\n\n  first is empty\n",
            "? a\n: \"line\\nbreak\"\n'b c': 'x: y'\n",
            "a:\n- b:\n    - c\n- - d\n  - e\n",
        ] {
            let once = emitted(text);
            let plain = |text: &str| emitted(text).replace('"', "'");
            assert_eq!(
                meaning(&Node::read(once.as_bytes()).unwrap()),
                meaning(&Node::read(text.as_bytes()).unwrap()),
                "{once}"
            );
            assert_eq!(plain(&once), plain(&emitted(&once)));
        }
    }

    #[test]
    fn a_long_line_is_written_in_linear_time() {
        let text = format!("[{}'ü']\n", "'a', ".repeat(100_000));
        assert_eq!(emitted(&text), text);
    }

    /// Returns a value without positions.
    fn meaning(node: &Node) -> String {
        let all = |nodes: Vec<&Node>| nodes.into_iter().map(meaning).collect::<Vec<_>>();
        match &node.value {
            Value::Scalar { text, is_plain } => format!("{text:?} {is_plain}"),
            Value::Sequence(nodes) => format!("{:?}", all(nodes.iter().collect())),
            Value::Mapping(entries) => {
                format!("map {:?}", all(entries.iter().flat_map(|(k, v)| [k, v]).collect()))
            }
        }
    }
}
