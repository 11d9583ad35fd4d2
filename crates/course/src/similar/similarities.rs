//! The results of comparing submissions.

use std::collections::BTreeMap;
use std::ops::{Range, RangeInclusive};

use referee_similar::{
    Comparison, Corpus, Fragment, Pair, Program, Settings, SymbolPlace, compare,
};

use super::compared::{ComparedProgram, SkippedProgram};
use super::pseudonyms;
use super::reading::SimilarSources;

/// The sense in which programs are identical.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Identity {
    /// All bytes are equal.
    Bytes,
    /// All is equal except names, types, constants, comments and layout.
    Symbols,
}

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

/// A comparison of submissions.
pub struct Similarities {
    /// All programs: the current ones, then earlier ones.
    pub programs: Vec<ComparedProgram>,
    /// The submissions that could not be compared.
    pub skipped: Vec<SkippedProgram>,
    /// The number of current programs.
    pub current: usize,
    /// The number of files of given code, which is ignored.
    pub base_files: usize,
    /// The settings of the comparison.
    pub settings: Settings,
    /// The results of the comparison.
    pub comparison: Comparison,
    /// Groups of identical programs.
    pub identical: Vec<(Identity, Vec<usize>)>,
    /// Whether names are pseudonyms.
    pub is_anonymous: bool,
}

impl Similarities {
    /// Compares the sources.
    pub fn of(sources: SimilarSources, settings: Settings, anonymous: bool) -> Similarities {
        let mut sources = sources;
        if anonymous {
            pseudonyms::give(&mut sources);
        }
        let SimilarSources { current, earlier, base, skipped } = sources;
        let count = current.len();
        let programs: Vec<ComparedProgram> = current.into_iter().chain(earlier).collect();
        let folded: Vec<Program> = programs.iter().map(ComparedProgram::program).collect();
        let base_files = base.len();
        let given: Vec<Program> =
            base.iter().map(|(grammar, text)| Program::new(*grammar, &[text])).collect();
        let corpus = Corpus { programs: &folded, current: count, base: &given };
        let comparison = compare(&corpus, &settings);
        let identical = identical(&programs, &comparison.identical);
        Similarities {
            programs,
            skipped,
            current: count,
            base_files,
            settings,
            comparison,
            identical,
            is_anonymous: anonymous,
        }
    }

    /// Returns the pairs with at least the similarity `least`, or else those that stand out: at
    /// most `most` pairs, the most surprising first.
    pub fn shown(&self, least: Option<f64>, most: usize) -> Vec<&Pair> {
        let Comparison { pairs, distribution, .. } = &self.comparison;
        let is_shown = |pair: &&Pair| match least {
            Some(least) => pair.similarity() >= least,
            None => pair.stands_out(distribution),
        };
        pairs.iter().filter(is_shown).take(most).collect()
    }

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

    /// Returns the number of current programs in each language.
    pub fn languages(&self) -> BTreeMap<&str, usize> {
        let mut counts = BTreeMap::new();
        for program in &self.programs[..self.current] {
            *counts.entry(&*program.language).or_default() += 1;
        }
        counts
    }
}

/// Finds the programs that are equal in all bytes among those that are equal in all symbols.
fn identical(programs: &[ComparedProgram], groups: &[Vec<usize>]) -> Vec<(Identity, Vec<usize>)> {
    let mut found = Vec::new();
    for group in groups {
        let mut by_texts: BTreeMap<Vec<&str>, Vec<usize>> = BTreeMap::new();
        for &program in group {
            by_texts.entry(programs[program].texts()).or_default().push(program);
        }
        if by_texts.len() > 1 {
            found.push((Identity::Symbols, group.clone()));
        }
        let same = by_texts.into_values().filter(|same| same.len() > 1);
        found.extend(same.map(|same| (Identity::Bytes, same)));
    }
    found.sort();
    found
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
