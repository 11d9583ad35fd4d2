//! The repeated parts of a text, with the numbers that may count them.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use referee_generators::Removable;

use super::blocks::{Block, Count, Found};
use super::repeated::{Part, repeated};
use super::vertices;
use crate::text::Text;

/// The maximum number of lists of parts, and of parts in all lists: in a large text, the first
/// lists suffice to make it smaller.
const MAX_VIEWS: usize = 400;
const MAX_PARTS: usize = 1 << 19;

/// Returns all lists of parts found, those of large regions first.
pub(super) fn views(text: &Arc<Text>, found: &[Found]) -> Vec<Box<dyn Removable>> {
    let mut views: Vec<Box<dyn Removable>> = Vec::new();
    for here in found {
        let mut finder = Finder { text, here, lists: Vec::new(), parts: 0 };
        finder.blocks();
        finder.tokens();
        finder.letters();
        views.extend(finder.lists);
        views.extend(vertices::views(text, here));
        if views.len() > MAX_VIEWS {
            views.truncate(MAX_VIEWS);
            break;
        }
    }
    views
}

struct Finder<'a> {
    text: &'a Arc<Text>,
    here: &'a Found,
    lists: Vec<Box<dyn Removable>>,
    /// The total number of their parts.
    parts: usize,
}

impl Finder<'_> {
    fn is_full(&self) -> bool {
        self.parts > MAX_PARTS
    }

    /// Adds a list of parts: once with all counts of this value, and once with this count alone.
    fn add(&mut self, count: Count, parts: Vec<Part>) {
        let equal = self.here.counts.iter().filter(|other| other.value == count.value);
        let equal: Vec<usize> = equal.map(|count| count.token).collect();
        self.parts += parts.len();
        // A number that is written in several places must stay the same in all of them; but equal
        // numbers may also be independent.
        if equal.len() > 1 {
            self.parts += parts.len();
            self.lists.push(repeated(self.text, equal, parts.clone()));
        }
        self.lists.push(repeated(self.text, vec![count.token], parts));
    }

    /// Adds blocks of lines; where they form a square matrix, also its rows with their columns.
    fn blocks(&mut self) {
        for block in &self.here.blocks {
            if self.is_full() {
                return;
            }
            if let Some(squares) = self.square(block) {
                self.add(block.count, squares);
            }
            self.add(block.count, block.parts.iter().map(Part::lines).collect());
        }
    }

    /// Returns the rows of a square matrix, each with its column.
    fn square(&self, block: &Block) -> Option<Vec<Part>> {
        let side = block.parts.len();
        let tokens = |line: usize| self.text.line(line);
        let is_row = |part: Range<usize>| tokens(part.start).len() == side;
        let is_word = |part: Range<usize>| {
            let line = tokens(part.start);
            line.len() == 1 && self.text.token(line.start).len() == side
        };
        if side < 2 || !block.parts.are_lines() {
            return None;
        }
        let (rows, words) = (block.parts.iter().all(is_row), block.parts.iter().all(is_word));
        let row = |(index, lines): (usize, Range<usize>)| {
            let firsts = || block.parts.iter().map(|part| tokens(part.start).start);
            let column = |first: usize| (first, index);
            Part {
                tokens: if rows { firsts().map(|first| first + index).collect() } else { vec![] },
                letters: if words { firsts().map(column).collect() } else { vec![] },
                lines,
            }
        };
        (rows || words).then(|| block.parts.iter().enumerate().map(row).collect())
    }

    /// Adds the columns of lines with as many tokens as a count, or twice as many, of all such
    /// lines together and of the first alone; and lines that begin with the number of their other
    /// tokens.
    fn tokens(&mut self) {
        let mut lines: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for line in self.here.region.clone() {
            let tokens = self.text.line(line);
            lines.entry(tokens.len()).or_default().push(line);
            let first = tokens.clone().next();
            if let Some(value) = first.and_then(|token| self.text.number(token))
                && usize::try_from(value).is_ok_and(|value| value > 0 && value + 1 == tokens.len())
                && self.lists.len() < MAX_VIEWS
            {
                let count = Count { token: tokens.start, value: tokens.len() - 1, line };
                let parts = tokens.skip(1).map(|token| Part::tokens(vec![token])).collect();
                self.lists.push(repeated(self.text, vec![count.token], parts));
            }
        }
        for &count in &self.here.counts {
            for width in [1, 2] {
                if self.is_full() {
                    return;
                }
                let lines = lines.get(&count.value.saturating_mul(width));
                let after = lines.into_iter().flatten().filter(|line| **line > count.line);
                let after: Vec<usize> = after.copied().collect();
                let Some(&first) = after.first() else { continue };
                if after.len() > 1 {
                    self.add(count, self.columns(&after, width));
                }
                self.add(count, self.columns(&[first], width));
            }
        }
    }

    /// Returns the columns of lines with the same number of tokens.
    fn columns(&self, lines: &[usize], width: usize) -> Vec<Part> {
        let columns = self.text.line(lines[0]).len() / width;
        let tokens = |column: usize| {
            let of_line = |line: &usize| {
                let first = self.text.line(*line).start + column * width;
                first..first + width
            };
            lines.iter().flat_map(of_line).collect()
        };
        (0..columns).map(|column| Part::tokens(tokens(column))).collect()
    }

    /// Adds the letters of words as long as a count, of all such words together and of the first
    /// alone.
    fn letters(&mut self) {
        if self.is_full() {
            return;
        }
        let mut words: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        let lines = self.here.region.clone();
        for token in lines.flat_map(|line| self.text.line(line)) {
            words.entry(self.text.token(token).len()).or_default().push(token);
        }
        for &count in &self.here.counts {
            let after = words.get(&count.value).into_iter().flatten();
            let after: Vec<usize> = after.copied().filter(|token| *token > count.token).collect();
            let Some(&first) = after.first() else { continue };
            if self.is_full() {
                return;
            }
            // A single digit is a number, not a word of one letter.
            let is_word = count.value > 1 || self.text.number(first).is_none();
            if !is_word {
                continue;
            }
            for words in [&after[..], &[first]].into_iter().take(after.len().min(2)) {
                let column = |position| words.iter().map(|&token| (token, position)).collect();
                let parts = (0..count.value).map(|position| Part::letters(column(position)));
                self.add(count, parts.collect());
            }
        }
    }
}

/// Returns the lists that no number counts: lines, tokens, and letters of words.
pub(super) fn uncounted(text: &Arc<Text>) -> Vec<Box<dyn Removable>> {
    let lines = (0..text.lines()).map(|line| Part::lines(line..line + 1)).collect();
    let tokens = (0..text.tokens()).map(|token| Part::tokens(vec![token])).collect();
    let words = (0..text.tokens()).filter(|&token| text.number(token).is_none());
    let letters = words.flat_map(|token| {
        (0..text.token(token).len()).map(move |position| Part::letters(vec![(token, position)]))
    });
    let lists = [lines, tokens, letters.collect()];
    lists.map(|parts| repeated(text, vec![], parts)).into()
}
