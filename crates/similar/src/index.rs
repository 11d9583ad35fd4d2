//! Finds the pairs of programs that share fingerprints, and how many, without looking at all pairs.
//!
//! Idea: an inverted index from each fingerprint to the programs that contain it. The partners of a
//! program are counted by iterating over its fingerprints; those in too large a share of the
//! programs are left out, since they are uninformative and would cause most of the work.
//!
//! Complexity: O(f log f) for f fingerprints in total, plus one step for each pair of equal
//! fingerprints: for n programs with m fingerprints, each of which is in at most a share c of the
//! programs, at most c m n^2 / 2.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use super::corpus::{Corpus, Settings};
use super::fingerprint::{fingerprints, grams};
use referee_tokens::Grammar;

/// In fewer programs than this, a fingerprint is never ignored: otherwise, a pair would be too many
/// among six programs.
const MIN_COMMON: usize = 4;

/// The maximum number of partners of a program considered: of a hundred equal programs, a few
/// suffice.
const MAX_PARTNERS: usize = 64;

/// The number of units of surprise in a factor of e. Integers have the same sum in any order.
const UNITS: f64 = 1000.0;

/// A pair of programs that may be similar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Candidate {
    /// The surprise; the most surprising come first.
    surprise: Reverse<u64>,
    /// The share of their fingerprints in common, in millionths; among equals, the most similar
    /// come first.
    estimate: Reverse<u32>,
    pub(super) left: u32,
    pub(super) right: u32,
}

pub(super) struct FingerprintIndex {
    /// The fingerprints of each program that are not ignored, as indices into `starts`.
    lists: Vec<Vec<u32>>,
    /// The start of each fingerprint's list in `holders`, and the end of the last one.
    starts: Vec<usize>,
    /// The programs that contain each fingerprint, list by list, each ascending.
    holders: Vec<u32>,
    /// How surprising each shared fingerprint is: the logarithm of the number of programs per
    /// program that contains it.
    weights: Vec<u64>,
    /// Hashes of k-grams that are in given code or too common.
    pub(super) ignored: HashSet<u64>,
}

impl FingerprintIndex {
    pub(super) fn new(corpus: &Corpus, settings: &Settings) -> FingerprintIndex {
        let mut ignored: HashSet<u64> = HashSet::new();
        for base in corpus.base {
            ignored.extend(grams(&base.symbols, settings.k).iter().map(|gram| gram.hash));
        }
        let of = |at: usize| {
            let grams = grams(&corpus.programs[at].symbols, settings.k);
            let mut chosen = fingerprints(&grams, settings.window);
            chosen.retain(|hash| !ignored.contains(hash));
            chosen.into_iter().map(|hash| (hash, at as u32)).collect::<Vec<_>>()
        };
        let mut all: Vec<(u64, u32)> = settings.each(corpus.programs.len(), of).concat();
        all.sort_unstable();
        let counts = counts(corpus);
        let mut index = FingerprintIndex {
            lists: vec![Vec::new(); corpus.programs.len()],
            starts: vec![0],
            holders: Vec::new(),
            weights: Vec::new(),
            ignored,
        };
        for list in all.chunk_by(|one, other| one.0 == other.0) {
            let all = counts[&corpus.programs[list[0].1 as usize].grammar];
            // What too large a share of the programs in a language contain is too common.
            if list.len() > ((settings.common * all as f64) as usize).max(MIN_COMMON) {
                index.ignored.insert(list[0].0);
                continue;
            }
            let number = index.starts.len() as u32 - 1;
            for &(_, program) in list {
                index.lists[program as usize].push(number);
                index.holders.push(program);
            }
            index.starts.push(index.holders.len());
            index.weights.push(weight(list.len(), all));
        }
        index
    }

    /// Returns the pairs that share most, at most `settings.pairs` of them.
    pub(super) fn candidates(&self, corpus: &Corpus, settings: &Settings) -> Vec<Candidate> {
        let mut candidates =
            settings.each(corpus.current, |left| self.partners(left, corpus)).concat();
        candidates.sort_unstable();
        candidates.truncate(settings.pairs);
        candidates
    }

    /// Returns the surprise of a pair, by the fingerprints in both programs.
    pub(super) fn surprise(&self, left: usize, right: usize) -> f64 {
        let (mut one, mut other) = (&self.lists[left][..], &self.lists[right][..]);
        let mut surprise = 0;
        while let ([first, rest @ ..], [second, others @ ..]) = (one, other) {
            if first == second {
                surprise += self.weights[*first as usize];
            }
            (one, other) = (
                if first <= second { rest } else { one },
                if second <= first { others } else { other },
            );
        }
        surprise as f64 / UNITS
    }

    /// Returns the later programs with which a program shares most.
    fn partners(&self, left: usize, corpus: &Corpus) -> Vec<Candidate> {
        let mut shared = vec![(0_u32, 0_u64); corpus.programs.len() - left];
        for &number in &self.lists[left] {
            let (start, end) = (self.starts[number as usize], self.starts[number as usize + 1]);
            let holders = &self.holders[start..end];
            let after = holders.partition_point(|&holder| holder as usize <= left);
            for &holder in &holders[after..] {
                let (count, surprise) = &mut shared[holder as usize - left];
                *count += 1;
                *surprise += self.weights[number as usize];
            }
        }
        let mut partners: Vec<Candidate> = Vec::new();
        let shared = shared.iter().enumerate().filter(|(_, (count, _))| *count > 0);
        for (offset, &(count, surprise)) in shared {
            let right = left + offset;
            let all = self.lists[left].len() + self.lists[right].len();
            let estimate = Reverse((2_000_000 * u64::from(count) / all as u64) as u32);
            let surprise = Reverse(surprise);
            partners.push(Candidate { surprise, estimate, left: left as u32, right: right as u32 });
        }
        partners.sort_unstable();
        // A copy, since lists with room for all partners would take quadratic memory together.
        partners[..partners.len().min(MAX_PARTNERS)].to_vec()
    }
}

/// Returns the number of programs in each language.
fn counts(corpus: &Corpus) -> HashMap<Grammar, usize> {
    let mut counts = HashMap::new();
    corpus.programs.iter().for_each(|program| *counts.entry(program.grammar).or_default() += 1);
    counts
}

/// Returns the surprise of a fingerprint in `holders` of `all` programs. The added 2 makes a
/// fingerprint in both of two programs slightly surprising, too.
fn weight(holders: usize, all: usize) -> u64 {
    (UNITS * ((all + 2) as f64 / holders as f64).ln()).round() as u64
}
