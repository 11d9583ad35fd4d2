//! Wraps words into lines of a bounded width.

use crate::width::width_of_coloured;

/// The column of the text after a label.
const LABELLED: usize = 12;

/// Appends a text, wrapped between words.
pub fn wrapped(text: &mut String, indent: usize, width: usize, words: &str) {
    let mut column = 0;
    for word in words.split_whitespace() {
        if column > 0 && column + 1 + width_of_coloured(word) > width {
            text.push('\n');
            column = 0;
        }
        if column == 0 {
            text.push_str(&" ".repeat(indent));
            column = indent;
        } else {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += width_of_coloured(word);
    }
    text.push('\n');
}

/// Appends a text, wrapped between words, after a start, such as a coloured label, in the margin of
/// its first line.
pub fn wrapped_after(text: &mut String, start: &str, indent: usize, width: usize, words: &str) {
    let mut body = String::new();
    wrapped(&mut body, indent, width, words);
    text.push_str(start);
    text.push_str(body.get(width_of_coloured(start).min(indent)..).unwrap_or("\n"));
}

/// Wraps the lines of a text between words if they take more than `width` columns, aligned with the
/// text after the label if there is one. Commands, drawings and quoted lines are not changed.
pub fn fitted(text: &str, width: usize) -> String {
    let mut fitted = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        if width_of_coloured(line.trim_end()) > width {
            fit(&mut fitted, line.trim_end(), width)
        } else {
            fitted += line
        }
    }
    fitted
}

/// Appends a line that is too long, wrapped.
fn fit(text: &mut String, line: &str, width: usize) {
    let plain = anstream::adapter::strip_str(line).to_string();
    let indent = plain.len() - plain.trim_start().len();
    let label = plain.trim_start().split("  ").next().unwrap_or_default();
    if indent >= LABELLED - 2 || matches!(label, "again" | "hunt" | "next") {
        text.push_str(line);
        text.push('\n');
        return;
    }
    let below = after_labels(&plain, width / 3).unwrap_or(indent + 2);
    let mut column = 0;
    // Each word is taken with the spaces before it, which keeps alignment.
    let mut rest = line;
    while !rest.is_empty() {
        let blanks = rest.len() - rest.trim_start_matches(' ').len();
        let end = rest[blanks..].find(' ').map_or(rest.len(), |at| blanks + at);
        let (word, others) = rest.split_at(end);
        rest = others;
        let taken = width_of_coloured(word);
        if column > below && column + taken > width {
            text.push('\n');
            text.push_str(&" ".repeat(below));
            text.push_str(word.trim_start_matches(' '));
            column = below + taken - blanks;
        } else {
            text.push_str(word);
            column += taken;
        }
    }
    text.push('\n');
}

/// Returns the column of the text after labels, which are followed by at least two spaces; `None`
/// if it is beyond the first `within` columns.
fn after_labels(line: &str, within: usize) -> Option<usize> {
    let start = line.len() - line.trim_start().len();
    let gaps = line[start..].match_indices("  ").map(|(at, _)| start + at);
    let ends = gaps.map(|at| line.len() - line[at..].trim_start().len());
    ends.take_while(|&end| end <= within).last()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_go_on_below_their_text() {
        let text = "short\nchess: 3 cases, 8 submissions, limit 2 s\n  but       no move leads from there to here\n  right  7   a, b, c, d, e, f, g\n";
        insta::assert_snapshot!(fitted(text, 30), @r"
        short
        chess: 3 cases, 8 submissions,
          limit 2 s
          but       no move leads from
            there to here
          right  7   a, b, c, d, e, f,
                 g
        ");
    }

    #[test]
    fn commands_and_drawings_are_not_wrapped() {
        for line in ["  again     referee judge chess a.py", "            3 | b b b   A Alice"] {
            assert_eq!(fitted(line, 20).trim_end(), line);
        }
    }
}
