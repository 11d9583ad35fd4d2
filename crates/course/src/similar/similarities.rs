//! What a comparison of submissions has found.

use std::collections::BTreeMap;

use referee_similar::{Comparison, Corpus, Pair, Program, Settings, SymbolPlace, compare, places};
use referee_tokens::Grammar;

use super::compared::{ComparedProgram, SkippedProgram};
use super::pseudonyms;
use super::reading::SimilarSources;

/// In what programs are identical.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Identity {
    /// In every byte.
    Bytes,
    /// In all but names, types, constants, comments and layout.
    Symbols,
}

/// A comparison of submissions.
pub struct Similarities {
    /// All programs: those of this exercise, then earlier ones.
    pub programs: Vec<ComparedProgram>,
    /// The submissions that could not be compared.
    pub skipped: Vec<SkippedProgram>,
    /// How many programs are not earlier ones.
    pub current: usize,
    /// How many files of given code were ignored.
    pub base_files: usize,
    base: Vec<(Grammar, String)>,
    /// How they were compared.
    pub settings: Settings,
    /// What the comparison has found.
    pub comparison: Comparison,
    /// Groups of identical programs.
    pub identical: Vec<(Identity, Vec<usize>)>,
    /// Whether names are pseudonyms.
    pub is_anonymous: bool,
}

impl Similarities {
    /// Compares what was read.
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
            base,
            settings,
            comparison,
            identical,
            is_anonymous: anonymous,
        }
    }

    /// Returns the pairs that are at least this similar, or else those that stand out: at most `most`, the most surprising first.
    pub fn shown(&self, least: Option<f64>, most: usize) -> Vec<&Pair> {
        let Comparison { pairs, distribution, .. } = &self.comparison;
        let is_shown = |pair: &&Pair| match least {
            Some(least) => pair.similarity() >= least,
            None => pair.stands_out(distribution),
        };
        pairs.iter().filter(is_shown).take(most).collect()
    }

    /// Returns the symbols of each file of given code.
    pub fn base_places(&self) -> Vec<Vec<SymbolPlace>> {
        self.base.iter().map(|(grammar, text)| places(*grammar, &[text])).collect()
    }

    /// Returns how many programs there are in each language.
    pub fn languages(&self) -> BTreeMap<&str, usize> {
        let mut counts = BTreeMap::new();
        for program in &self.programs[..self.current] {
            *counts.entry(&*program.language).or_default() += 1;
        }
        counts
    }
}

/// Finds the programs that are the same in every byte among those that are the same in all symbols.
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
