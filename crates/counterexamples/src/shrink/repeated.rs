//! Repeated parts of a text that are removed together with their counts: lines, tokens, letters, or
//! several of these, as a row and a column of a matrix.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use referee_generators::Removable;

use super::list::{list, removed};
use crate::text::{Edit, Text};

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) lines: Range<usize>,
    pub(super) tokens: Vec<usize>,
    /// Each a token and a position in it.
    pub(super) letters: Vec<(usize, usize)>,
}

impl Part {
    pub(super) fn lines(lines: Range<usize>) -> Part {
        Part { lines, ..Part::default() }
    }

    pub(super) fn tokens(tokens: Vec<usize>) -> Part {
        Part { tokens, ..Part::default() }
    }

    pub(super) fn letters(letters: Vec<(usize, usize)>) -> Part {
        Part { letters, ..Part::default() }
    }
}

/// Returns a text as a list of repeated parts. Each of the tokens `counts` counts them, and is
/// lowered by one per removed part, but not below 0.
pub(super) fn repeated(
    text: &Arc<Text>,
    counts: Vec<usize>,
    parts: Vec<Part>,
) -> Box<dyn Removable> {
    let text = Arc::clone(text);
    list(parts.len(), move |kept| {
        let mut edit = text.edit();
        for &token in &counts {
            let count = text.number(token)? - (parts.len() - kept.len()) as i64;
            if count < 0 {
                return None;
            }
            edit.set_number(token, count);
        }
        let mut letters: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for part in removed(parts.len(), kept).map(|index| &parts[index]) {
            part.lines.clone().for_each(|line| edit.remove_line(line));
            part.tokens.iter().for_each(|&token| edit.remove_token(token));
            for &(token, position) in &part.letters {
                letters.entry(token).or_default().push(position);
            }
        }
        for (token, positions) in letters {
            shorten(&text, &mut edit, token, &positions);
        }
        Some(edit.write())
    })
}

/// Removes letters of a word, or the whole word if none is left.
fn shorten(text: &Text, edit: &mut Edit<'_>, token: usize, positions: &[usize]) {
    let letters = text.token(token).iter().enumerate();
    let kept = letters.filter(|(position, _)| positions.binary_search(position).is_err());
    let word: Vec<u8> = kept.map(|(_, &letter)| letter).collect();
    if word.is_empty() { edit.remove_token(token) } else { edit.replace(token, word) }
}
