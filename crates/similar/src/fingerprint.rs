//! Hashes of all runs of k symbols, and the few of them chosen as fingerprints by winnowing.
//!
//! Idea: from each window of w consecutive hashes the smallest is chosen, and of equal ones the
//! last. The choice depends only on the window, so two programs that share a fragment of at least
//! k + w - 1 symbols, which is a whole window, share a fingerprint of it; on average, 2 of w + 1
//! hashes are chosen. Source: S. Schleimer, D. Wilkerson, A. Aiken, Winnowing: Local Algorithms for
//! Document Fingerprinting, SIGMOD 2003. Deviation: from a program with fewer hashes than a window,
//! the smallest is chosen, where the paper chooses none.
//!
//! Complexity: O(n) for the hashes, O(n) for the choice (a queue of candidates).

use std::collections::VecDeque;

use super::fold::BARRIER;

/// The factor of the rolling hash: odd, and without patterns in its bits.
const BASE: u64 = 0x9e37_79b9_7f4a_7c15;

/// A run of k symbols with its hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Gram {
    pub(super) hash: u64,
    /// The position of its first symbol.
    pub(super) at: usize,
}

/// Returns all runs of `k` symbols, in order, except those across files.
pub(super) fn grams(symbols: &[u32], k: usize) -> Vec<Gram> {
    let mut grams = Vec::with_capacity(symbols.len());
    let highest = (1..k).fold(1_u64, |power, _| power.wrapping_mul(BASE));
    let (mut hash, mut length) = (0_u64, 0);
    for (at, &symbol) in symbols.iter().enumerate() {
        if symbol == BARRIER {
            (hash, length) = (0, 0);
            continue;
        }
        if length == k {
            hash = hash.wrapping_sub(spread(symbols[at - k]).wrapping_mul(highest));
        } else {
            length += 1;
        }
        hash = hash.wrapping_mul(BASE).wrapping_add(spread(symbol));
        if length == k {
            grams.push(Gram { hash: mixed(hash), at: at + 1 - k });
        }
    }
    grams
}

/// Returns the distinct hashes that winnowing chooses with windows of size `window`, in ascending
/// order.
pub(super) fn fingerprints(grams: &[Gram], window: usize) -> Vec<u64> {
    let mut chosen = Vec::with_capacity(2 * grams.len() / (window + 1) + 1);
    // Positions with ascending hashes: the first is the choice of the window, the others may become
    // it.
    let mut candidates: VecDeque<usize> = VecDeque::new();
    for (at, gram) in grams.iter().enumerate() {
        while candidates.back().is_some_and(|&last| grams[last].hash >= gram.hash) {
            candidates.pop_back();
        }
        candidates.push_back(at);
        if candidates[0] + window <= at {
            candidates.pop_front();
        }
        if at + 1 >= window.min(grams.len()) {
            chosen.push(grams[candidates[0]].hash);
        }
    }
    chosen.sort_unstable();
    chosen.dedup();
    chosen
}

/// Returns a hash of all symbols.
pub(super) fn hash(symbols: &[u32]) -> u64 {
    symbols.iter().fold(0, |hash, &symbol| mixed(hash ^ spread(symbol)))
}

/// Spreads a symbol over all bits.
fn spread(symbol: u32) -> u64 {
    mixed(u64::from(symbol) + 1)
}

/// Mixes the bits of a number bijectively (the finalizer of SplitMix64): the low bits of a product
/// depend only on low bits.
fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

#[cfg(test)]
mod tests;
