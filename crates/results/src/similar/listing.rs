//! Lines of a program with numbers, and with shared parts marked.

use maud::{Markup, html};

use referee_checker::text::escape;
use referee_course::similar::Passage;

/// Longer lines are shortened, in characters: nobody typed them.
const MAX_LINE: usize = 300;

/// The number of colours that distinguish fragments.
const COLOURS: usize = 6;

/// A marked part of a text: the number of the fragment, from 1, and its bytes; sorted by position.
pub(super) type Mark = (usize, std::ops::Range<usize>);

pub(super) fn colour(number: usize) -> String {
    format!("f{}", number % COLOURS)
}

pub(super) fn passage(text: &str, passage: &Passage, number: usize) -> Markup {
    let (first, last) = (*passage.lines.start(), *passage.lines.end());
    lines(text, first, last, &[(number, passage.bytes.clone())], false)
}

pub(super) fn whole(text: &str, marks: &[Mark]) -> Markup {
    lines(text, 1, usize::MAX, marks, true)
}

fn lines(text: &str, first: usize, last: usize, marks: &[Mark], has_numbers: bool) -> Markup {
    let mut start = 0;
    let mut shown = Vec::new();
    for (line, number) in text.split_inclusive('\n').zip(1..) {
        if (first..=last).contains(&number) {
            shown.push((number, parts(line, start, marks)));
        }
        start += line.len();
    }
    html! {
        @for (number, parts) in &shown {
            span.l {
                span.n aria-hidden="true" { (number) }
                @for (mark, begins, text) in parts {
                    @match mark {
                        Some(mark) => {
                            mark.(colour(*mark)) {
                                @if has_numbers && *begins { sup { (mark) } }
                                (text)
                            }
                        }
                        None => (text),
                    }
                }
                "\n"
            }
        }
    }
}

/// Splits a line, which starts at a byte of its text, where marks start and end. Returns the mark
/// of each part, whether it starts there, and the displayed text.
fn parts(line: &str, start: usize, marks: &[Mark]) -> Vec<(Option<usize>, bool, String)> {
    let line = line.strip_suffix('\n').unwrap_or(line);
    let line = line.strip_suffix('\r').unwrap_or(line);
    let end = start + line.len();
    let first = marks.partition_point(|(_, bytes)| bytes.end <= start);
    let mut parts = Vec::new();
    let (mut at, mut room) = (start, MAX_LINE);
    let mut push = |mark: Option<&Mark>, from: usize, to: usize| {
        let begins = mark.is_some_and(|(_, bytes)| bytes.start == from);
        let text = shown(&line[from - start..to - start], &mut room);
        if !text.is_empty() || begins {
            parts.push((mark.map(|mark| mark.0), begins, text));
        }
    };
    for mark in marks[first..].iter().take_while(|(_, bytes)| bytes.start < end) {
        let (from, to) = (mark.1.start.max(start), mark.1.end.min(end));
        push(None, at, from);
        push(Some(mark), from, to);
        at = to;
    }
    push(None, at, end);
    parts
}

/// Returns the displayed text of a part of a line, given the remaining width.
fn shown(part: &str, room: &mut usize) -> String {
    let had_room = *room > 0;
    let taken: String = part.chars().take(*room).collect();
    *room -= taken.chars().count();
    let pieces: Vec<String> = taken.split('\t').map(|piece| escape(piece.as_bytes())).collect();
    let text = pieces.join("    ");
    if had_room && taken.len() < part.len() { text + " ..." } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_escaped_and_marked() {
        let text = "a\t<b>\u{202e}\nint x;\n";
        let passage = Passage { file: 0, bytes: 2..14, lines: 1..=2 };
        let shown = super::passage(text, &passage, 7).into_string();
        assert_eq!(
            shown,
            "<span class=\"l\"><span class=\"n\" aria-hidden=\"true\">1</span>a    \
             <mark class=\"f1\">&lt;b&gt;\\u{202e}</mark>\n</span>\
             <span class=\"l\"><span class=\"n\" aria-hidden=\"true\">2</span>\
             <mark class=\"f1\">int x</mark>;\n</span>"
        );
    }

    #[test]
    fn long_lines_are_cut() {
        let text = "x".repeat(5000);
        let shown = whole(&text, &[(1, 0..4000)]).into_string();
        assert!(shown.len() < 600 && shown.contains("x ...</mark>"), "{shown}");
    }
}
