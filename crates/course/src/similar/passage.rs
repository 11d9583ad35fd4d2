//! The lines of a text that a fragment covers.

use std::ops::{Range, RangeInclusive};

use referee_similar::{Fragment, Pair, SymbolPlace};

use super::compared::ComparedProgram;
use super::similarities::Similarities;

/// A part of a program's file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passage {
    /// The index of the file.
    pub file: usize,
    /// The range of bytes in its text.
    pub bytes: Range<usize>,
    /// The lines that contain them, from 1.
    pub lines: RangeInclusive<usize>,
}

/// The two sides of a fragment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PassagePair {
    /// The lines of the first program.
    pub left: Passage,
    /// The lines of the second program.
    pub right: Passage,
    /// The number of symbols.
    pub symbols: usize,
}

impl Similarities {
    /// Returns the passages that the programs of a pair share.
    pub fn passages(&self, pair: &Pair) -> Vec<PassagePair> {
        let (left, right) = (&self.programs[pair.left], &self.programs[pair.right]);
        let (left_places, right_places) = (left.places(), right.places());
        let (left_breaks, right_breaks) = (breaks(left), breaks(right));
        let both = |fragment: &Fragment| PassagePair {
            left: passage(left, &left_breaks, &left_places[fragment.left.clone()]),
            right: passage(right, &right_breaks, &right_places[fragment.right.clone()]),
            symbols: fragment.left.len(),
        };
        pair.fragments.iter().map(both).collect()
    }
}

/// Returns where the lines of each file end: counting them for each fragment would take long.
fn breaks(program: &ComparedProgram) -> Vec<Vec<usize>> {
    let breaks = |text: &str| text.match_indices('\n').map(|(at, _)| at).collect();
    program.files.iter().map(|file| breaks(&file.text)).collect()
}

/// Returns the passage of these symbols, which are in one file.
fn passage(program: &ComparedProgram, breaks: &[Vec<usize>], places: &[SymbolPlace]) -> Passage {
    let file = places[0].file;
    let text = program.files[file].text.as_bytes();
    // The end of a line of Python is a symbol, but not worth showing at either end of a fragment.
    let is_shown = |place: &&SymbolPlace| text[place.bytes.start] != b'\n';
    let first = places.iter().find(is_shown).unwrap_or(&places[0]);
    let last = places.iter().rev().find(is_shown).unwrap_or(first);
    let bytes = first.bytes.start..last.bytes.end;
    let line = |end: usize| 1 + breaks[file].partition_point(|&at| at < end);
    Passage { file, lines: line(bytes.start)..=line(bytes.end), bytes }
}
