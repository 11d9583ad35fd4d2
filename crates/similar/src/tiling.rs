//! Covers two programs with matching fragments: greedy string tiling.
//!
//! Idea: of all runs of symbols that the two programs share, the longest is taken, and its symbols
//! are marked as covered on both sides; this repeats until no run of the minimum length is left. A
//! moved fragment is found wherever it is. Source: M. Wise, String Similarity via Greedy String
//! Tiling and Running Karp-Rabin Matching, 1993; L. Prechelt, G. Malpohl, M. Philippsen, Finding
//! Plagiarisms among a Set of Programs with JPlag, 2002.
//!
//! Deviations: runs are found once, from equal k-grams, and cut where an earlier fragment covers
//! them, instead of being searched for again after each fragment: the fragments are the same.
//! Ignored symbols (given code) may be part of a fragment, but count neither for its length nor for
//! the similarity. A k-gram that is repeated very often in both programs starts no run, though runs
//! that start elsewhere continue through it: otherwise, a program of nothing but repetitions would
//! take quadratic time.
//!
//! Complexity: O((n + r) log n), where r is the number of pairs of equal k-grams, at most
//! [`MAX_MATCHES`] for each k-gram.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

use super::fingerprint::{Gram, grams};
use super::fold::BARRIER;

/// The maximum number of pairs of positions considered for one k-gram.
const MAX_MATCHES: usize = 1024;

/// A run of symbols that two programs share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fragment {
    /// Its symbols in the left program.
    pub left: Range<usize>,
    /// Its symbols in the right program, the same number.
    pub right: Range<usize>,
}

/// A program to cover.
pub(super) struct Side<'a> {
    pub(super) symbols: &'a [u32],
    /// The number of counted symbols before each position; one more entry than there are symbols.
    counted: Vec<u32>,
}

impl<'a> Side<'a> {
    /// Prepares a program, in which the ignored symbols do not count.
    pub(super) fn new(symbols: &'a [u32], is_ignored: &[bool]) -> Side<'a> {
        let mut counted = vec![0];
        for (symbol, ignored) in symbols.iter().zip(is_ignored) {
            let counts = *symbol != BARRIER && !ignored;
            counted.push(counted[counted.len() - 1] + u32::from(counts));
        }
        Side { symbols, counted }
    }

    /// Returns the number of counted symbols in a range.
    pub(super) fn count(&self, range: &Range<usize>) -> usize {
        (self.counted[range.end] - self.counted[range.start]) as usize
    }

    /// Returns the number of counted symbols.
    pub(super) fn total(&self) -> usize {
        self.count(&(0..self.symbols.len()))
    }

    fn is_equal(&self, at: usize, other: &Side, other_at: usize) -> bool {
        self.symbols[at] == other.symbols[other_at] && self.symbols[at] != BARRIER
    }
}

/// A run that may become a fragment. The greatest is taken first: the one with most counted
/// symbols, then the longest, then the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Run {
    counted: usize,
    length: usize,
    left: Reverse<usize>,
    right: Reverse<usize>,
}

impl Run {
    fn fragment(&self) -> Fragment {
        let (left, right) = (self.left.0, self.right.0);
        Fragment { left: left..left + self.length, right: right..right + self.length }
    }
}

/// Returns the [`tiles`] of two programs, whichever of them is the left one: of equally long runs,
/// the first in the program whose symbols come first in the lexicographic order is taken.
pub(super) fn symmetric_tiles(left: &Side, right: &Side, k: usize) -> Vec<Fragment> {
    if left.symbols <= right.symbols {
        return tiles(left, right, k);
    }
    let swapped = |Fragment { left, right }| Fragment { left: right, right: left };
    let mut tiles: Vec<Fragment> = tiles(right, left, k).into_iter().map(swapped).collect();
    tiles.sort_by_key(|tile| tile.left.start);
    tiles
}

/// Returns non-overlapping fragments of at least `k` counted symbols, by their position on the
/// left.
fn tiles(left: &Side, right: &Side, k: usize) -> Vec<Fragment> {
    let run = |at: usize, other: usize, length: usize| {
        let counted = left.count(&(at..at + length)).min(right.count(&(other..other + length)));
        let run = Run { counted, length, left: Reverse(at), right: Reverse(other) };
        (counted >= k).then_some(run)
    };
    let all = runs(left, right, k).into_iter();
    let mut heap: BinaryHeap<Run> =
        all.filter_map(|(at, to, length)| run(at, to, length)).collect();
    let mut is_covered = (vec![false; left.symbols.len()], vec![false; right.symbols.len()]);
    let mut tiles: Vec<Fragment> = Vec::new();
    while let Some(longest) = heap.pop() {
        let fragment = longest.fragment();
        let free = free_parts(&fragment, &is_covered.0, &is_covered.1);
        if let [part] = &free[..]
            && part.len() == longest.length
        {
            is_covered.0[fragment.left.clone()].fill(true);
            is_covered.1[fragment.right.clone()].fill(true);
            tiles.push(fragment);
            continue;
        }
        heap.extend(free.into_iter().filter_map(|part| {
            run(fragment.left.start + part.start, fragment.right.start + part.start, part.len())
        }));
    }
    tiles.sort_by_key(|tile| tile.left.start);
    tiles
}

/// Returns the parts of a fragment that are not covered on either side.
fn free_parts(fragment: &Fragment, left: &[bool], right: &[bool]) -> Vec<Range<usize>> {
    let (left, right) = (&left[fragment.left.clone()], &right[fragment.right.clone()]);
    let mut parts: Vec<Range<usize>> = Vec::new();
    for (at, (left, right)) in left.iter().zip(right).enumerate() {
        match parts.last_mut() {
            _ if *left || *right => {}
            Some(last) if last.end == at => last.end += 1,
            _ => parts.push(at..at + 1),
        }
    }
    parts
}

/// Returns all runs of maximal length, at least `k`, that contain a k-gram which is not repeated
/// too often: their positions on both sides and their lengths.
fn runs(left: &Side, right: &Side, k: usize) -> Vec<(usize, usize, usize)> {
    let mut matches = matches(left, right, k);
    // Sorted by diagonal of the matrix of all pairs of positions: a run lies on one diagonal.
    matches.sort_unstable_by_key(|&(at, other)| (other.wrapping_sub(at), at));
    let mut runs: Vec<(usize, usize, usize)> = Vec::new();
    for (at, other) in matches {
        if let Some(&(begin, to, length)) = runs.last()
            && to.wrapping_sub(begin) == other.wrapping_sub(at)
            && at < begin + length
        {
            continue;
        }
        let before = (1..=at.min(other))
            .take_while(|back| left.is_equal(at - back, right, other - back))
            .count();
        let most = (left.symbols.len() - at).min(right.symbols.len() - other);
        let after =
            (0..most).take_while(|next| left.is_equal(at + next, right, other + next)).count();
        // Shorter if two k-grams have the same hash by chance.
        if before + after >= k {
            runs.push((at - before, other - before, before + after));
        }
    }
    runs
}

/// Returns the pairs of positions at which the two programs have the same k-gram.
fn matches(left: &Side, right: &Side, k: usize) -> Vec<(usize, usize)> {
    let sorted = |side: &Side| {
        let mut grams = grams(side.symbols, k);
        grams.sort_unstable();
        grams
    };
    let (lefts, rights) = (sorted(left), sorted(right));
    let (mut lefts, mut rights) = (&lefts[..], &rights[..]);
    let mut matches = Vec::new();
    while let (Some(one), Some(other)) = (lefts.first(), rights.first()) {
        let hash = one.hash.max(other.hash);
        if one.hash != other.hash {
            lefts = &lefts[equal_to(lefts, |gram| gram.hash < hash)..];
            rights = &rights[equal_to(rights, |gram| gram.hash < hash)..];
            continue;
        }
        let is_equal = |gram: &Gram| gram.hash == hash;
        let (many, others) = (equal_to(lefts, is_equal), equal_to(rights, is_equal));
        if many * others <= MAX_MATCHES {
            for one in &lefts[..many] {
                matches.extend(rights[..others].iter().map(|other| (one.at, other.at)));
            }
        }
        (lefts, rights) = (&lefts[many..], &rights[others..]);
    }
    matches
}

/// Returns the number of leading k-grams that satisfy a condition.
fn equal_to(grams: &[Gram], is_as_asked: impl Fn(&Gram) -> bool) -> usize {
    grams.iter().take_while(|gram| is_as_asked(gram)).count()
}

#[cfg(test)]
mod tests;
