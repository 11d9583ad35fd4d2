//! Repeated parts of a text that are removed together with their counts: lines, tokens, letters, or
//! several of these, as a row and a column of a matrix.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use referee_generators::Removable;

use crate::text::{Edit, Text};

/// A repeated part.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Part {
    /// The lines.
    pub(super) lines: Range<usize>,
    /// The tokens.
    pub(super) tokens: Vec<usize>,
    /// The letters: each a token and a position in it.
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

/// A text as a list of repeated parts.
#[derive(Clone)]
pub(super) struct Repeated {
    text: Arc<Text>,
    /// The tokens that count the parts: each is lowered by one per removed part.
    counts: Vec<usize>,
    parts: Arc<Vec<Part>>,
    /// The indices of the remaining parts.
    kept: Vec<usize>,
}

impl Repeated {
    pub(super) fn new(text: &Arc<Text>, counts: Vec<usize>, parts: Vec<Part>) -> Repeated {
        let kept = (0..parts.len()).collect();
        Repeated { text: Arc::clone(text), counts, parts: Arc::new(parts), kept }
    }

    fn removed(&self) -> impl Iterator<Item = &Part> {
        let mut kept = self.kept.iter().copied().peekable();
        let is_removed = move |(index, part)| match kept.next_if_eq(&index) {
            Some(_) => None,
            None => Some(part),
        };
        self.parts.iter().enumerate().filter_map(is_removed)
    }

    /// Returns the new value of a count; `None` if it would be negative.
    fn count(&self, token: usize) -> Option<i64> {
        let removed = self.parts.len() - self.kept.len();
        let count = self.text.number(token)? - removed as i64;
        (count >= 0).then_some(count)
    }

    /// Removes letters of a word, or the whole word if none is left.
    fn shorten(&self, edit: &mut Edit<'_>, token: usize, positions: &[usize]) {
        let letters = self.text.token(token).iter().enumerate();
        let kept = letters.filter(|(position, _)| positions.binary_search(position).is_err());
        let word: Vec<u8> = kept.map(|(_, &letter)| letter).collect();
        if word.is_empty() { edit.remove_token(token) } else { edit.replace(token, word) }
    }
}

impl Removable for Repeated {
    fn elements(&self) -> usize {
        self.kept.len()
    }

    fn without(&self, elements: Range<usize>) -> Option<Box<dyn Removable>> {
        let kept = [&self.kept[..elements.start], &self.kept[elements.end..]].concat();
        let rest = Repeated { kept, ..self.clone() };
        let is_counted = rest.counts.iter().all(|&token| rest.count(token).is_some());
        is_counted.then(|| Box::new(rest) as Box<dyn Removable>)
    }

    fn write(&self) -> Vec<u8> {
        let mut edit = self.text.edit();
        for &token in &self.counts {
            edit.set_number(token, self.count(token).unwrap_or_default());
        }
        let mut letters: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for part in self.removed() {
            part.lines.clone().for_each(|line| edit.remove_line(line));
            part.tokens.iter().for_each(|&token| edit.remove_token(token));
            for &(token, position) in &part.letters {
                letters.entry(token).or_default().push(position);
            }
        }
        letters
            .into_iter()
            .for_each(|(token, positions)| self.shorten(&mut edit, token, &positions));
        edit.write()
    }
}
