//! An input as lines and tokens, for code that changes some of them and leaves the rest, white
//! space included, as it is.

use std::collections::BTreeMap;
use std::ops::Range;

/// An input as lines and tokens. A token is a run of bytes other than white space.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    bytes: Vec<u8>,
    tokens: Vec<Range<usize>>,
    lines: Vec<Line>,
}

/// A line: its bytes, including the line feed, and the indices of its tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Line {
    bytes: Range<usize>,
    tokens: Range<usize>,
}

impl Text {
    /// Splits an input into lines and tokens.
    pub fn new(bytes: Vec<u8>) -> Text {
        let (mut tokens, mut lines, mut start) = (Vec::new(), Vec::new(), 0);
        for line in bytes.split_inclusive(|&byte| byte == b'\n') {
            let first = tokens.len();
            let mut at = start;
            for part in line.split(u8::is_ascii_whitespace) {
                if !part.is_empty() {
                    tokens.push(at..at + part.len());
                }
                at += part.len() + 1;
            }
            lines.push(Line { bytes: start..start + line.len(), tokens: first..tokens.len() });
            start += line.len();
        }
        Text { bytes, tokens, lines }
    }

    /// Returns the input.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the number of tokens.
    pub fn tokens(&self) -> usize {
        self.tokens.len()
    }

    /// Returns a token.
    pub fn token(&self, index: usize) -> &[u8] {
        &self.bytes[self.tokens[index].clone()]
    }

    /// Returns the value of a token that is an integer in canonical form: no plus sign, no leading
    /// zero.
    pub fn number(&self, index: usize) -> Option<i64> {
        number(self.token(index))
    }

    /// Returns the number of lines.
    pub fn lines(&self) -> usize {
        self.lines.len()
    }

    /// Returns the indices of the tokens of a line.
    pub fn line(&self, index: usize) -> Range<usize> {
        self.lines[index].tokens.clone()
    }

    /// Returns the line of a token.
    pub fn line_of(&self, token: usize) -> usize {
        self.lines.partition_point(|line| line.tokens.end <= token)
    }

    /// Starts an edit of the input.
    pub fn edit(&self) -> Edit<'_> {
        Edit {
            text: self,
            removed_lines: vec![false; self.lines.len()],
            removed_tokens: vec![false; self.tokens.len()],
            replaced: BTreeMap::new(),
        }
    }
}

/// Returns the number of tokens of an input.
pub fn count_tokens(bytes: &[u8]) -> usize {
    bytes.split(u8::is_ascii_whitespace).filter(|token| !token.is_empty()).count()
}

/// Returns the value of an integer in canonical form.
fn number(token: &[u8]) -> Option<i64> {
    let digits = token.strip_prefix(b"-").unwrap_or(token);
    let is_usual = match digits {
        [b'0'] => token.len() == 1,
        [b'1'..=b'9', rest @ ..] => rest.iter().all(u8::is_ascii_digit),
        _ => false,
    };
    if is_usual { str::from_utf8(token).ok()?.parse().ok() } else { None }
}

/// An edit of an input.
#[derive(Debug, Clone)]
pub struct Edit<'a> {
    text: &'a Text,
    removed_lines: Vec<bool>,
    removed_tokens: Vec<bool>,
    replaced: BTreeMap<usize, Vec<u8>>,
}

impl Edit<'_> {
    /// Removes a line with all its tokens.
    pub fn remove_line(&mut self, line: usize) {
        self.removed_lines[line] = true;
    }

    /// Removes a token and the white space before it.
    pub fn remove_token(&mut self, token: usize) {
        self.removed_tokens[token] = true;
    }

    /// Replaces a token.
    pub fn replace(&mut self, token: usize, by: impl Into<Vec<u8>>) {
        self.replaced.insert(token, by.into());
    }

    /// Replaces a token with a number.
    pub fn set_number(&mut self, token: usize, value: i64) {
        self.replace(token, value.to_string());
    }

    /// Returns the edited input.
    pub fn write(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.text.bytes.len() + 16);
        let lines = self.text.lines.iter().zip(&self.removed_lines);
        lines
            .filter(|(_, is_removed)| !**is_removed)
            .for_each(|(line, _)| self.push(line, &mut out));
        out
    }

    /// Appends a line. Each remaining token keeps the white space before it; the first one gets the
    /// line's indentation.
    fn push(&self, line: &Line, out: &mut Vec<u8>) {
        let (text, tokens) = (self.text, line.tokens.clone());
        let is_same = self.replaced.range(tokens.clone()).next().is_none()
            && !self.removed_tokens[tokens.clone()].contains(&true);
        if is_same {
            return out.extend_from_slice(&text.bytes[line.bytes.clone()]);
        }
        let mut is_first = true;
        let mut space = line.bytes.start..text.tokens[tokens.start].start;
        for index in tokens.clone().filter(|&index| !self.removed_tokens[index]) {
            if !is_first {
                space = text.tokens[index - 1].end..text.tokens[index].start;
            }
            out.extend_from_slice(&text.bytes[space.clone()]);
            out.extend_from_slice(self.replaced.get(&index).map_or(text.token(index), |new| new));
            is_first = false;
        }
        let last = &text.tokens[tokens.end - 1];
        out.extend_from_slice(&text.bytes[last.end..line.bytes.end]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(input: &str) -> Text {
        Text::new(input.into())
    }

    #[test]
    fn lines_and_tokens_are_found() {
        let text = text("3 \t-4\r\n\n  word\nlast");
        let tokens: Vec<&[u8]> = (0..text.tokens()).map(|index| text.token(index)).collect();
        assert_eq!(tokens, [&b"3"[..], b"-4", b"word", b"last"]);
        let lines: Vec<Range<usize>> = (0..text.lines()).map(|line| text.line(line)).collect();
        assert_eq!(lines, [0..2, 2..2, 2..3, 3..4]);
        assert_eq!((text.number(0), text.number(1), text.number(2)), (Some(3), Some(-4), None));
        assert_eq!(count_tokens(text.bytes()), 4);
    }

    #[test]
    fn only_usual_integers_are_numbers() {
        let words = text("0 -0 007 +5 1.5 - 9223372036854775807 9223372036854775808 1a");
        let numbers: Vec<Option<i64>> =
            (0..words.tokens()).map(|index| words.number(index)).collect();
        let mut expected = [None; 9];
        (expected[0], expected[6]) = (Some(0), Some(i64::MAX));
        assert_eq!(numbers, expected);
    }

    #[test]
    fn what_is_not_changed_stays_as_it_is() {
        for input in ["", "\n", " \n\n", "1 2\n3", "\t1  2 \r\n\r\n 3 \n", "\u{fffd} a"] {
            assert_eq!(text(input).edit().write(), input.as_bytes());
        }
    }

    #[test]
    fn tokens_go_with_white_space_and_lines_with_all() {
        let text = text("  1 2\t3 \r\n4\n5 6\n");
        let without = |tokens: &[usize], lines: &[usize]| {
            let mut edit = text.edit();
            tokens.iter().for_each(|&token| edit.remove_token(token));
            lines.iter().for_each(|&line| edit.remove_line(line));
            String::from_utf8(edit.write()).expect("text")
        };
        assert_eq!(without(&[0], &[]), "  2\t3 \r\n4\n5 6\n");
        assert_eq!(without(&[1], &[]), "  1\t3 \r\n4\n5 6\n");
        assert_eq!(without(&[2, 5], &[]), "  1 2 \r\n4\n5\n");
        assert_eq!(without(&[0, 1, 3], &[]), "  3 \r\n\n5 6\n");
        assert_eq!(without(&[0, 1, 2], &[2]), " \r\n4\n");
        assert_eq!(without(&[], &[0, 1, 2]), "");
        let mut edit = text.edit();
        edit.set_number(1, -20);
        edit.replace(3, "");
        assert_eq!(edit.write(), b"  1 -20\t3 \r\n\n5 6\n");
    }
}
