//! The sieve, cache-blocked: each segment is marked by all earlier cold positions, then settled in
//! order.
//!
//! O(n + c k) for c cold positions and k amounts below n. The marks are those of the plain sieve,
//! but each is made in a segment that fits into the cache. For every cold position, the next mark
//! to make is recorded.

use super::{Cold, sieve};
use crate::bits::{mark_after, settle};
use crate::fit::{PowerLaw, counts};
use crate::progress::WorkShare;
use crate::{Effort, Rule};

/// The fastest segment length in measurements, in words: 32 KiB.
pub(crate) const WORDS: usize = 1 << 12;

/// The number of positions from which the density of cold ones is estimated.
const SAMPLE: u64 = 1 << 14;

/// The exponent with which the marks below n grow: for squares there are about n^0.7 cold
/// positions, with n^0.5 marks each.
const GROWTH: f64 = 1.2;

/// Finds the cold positions below `size`, in segments of `words` words, at least one.
pub fn find(rule: &Rule, size: u64, words: usize, effort: &Effort) -> Cold {
    let mut progress = WorkShare::growing(effort, size, GROWTH);
    let mut hot = vec![0; size.div_ceil(64) as usize];
    mark_segments(&mut hot, &rule.below(size), words.max(1), |start| {
        progress.reached(start as u64);
    });
    progress.end();
    Cold::from_hot(size, hot)
}

/// Estimates the memory in bytes, with the list of amounts: a bit per position, and two numbers for
/// each cold position that still has marks to make, twice over since their list grows by doubling.
/// Their number is extrapolated from the first positions.
pub(super) fn memory(rule: &Rule, size: u64) -> u64 {
    let sample = sieve(rule, size.min(SAMPLE), &Effort::silent(1));
    let reach = match rule {
        Rule::Sequence(_) => size,
        Rule::Set(amounts) => amounts.last().copied().unwrap_or(0).min(size),
    };
    let law = PowerLaw::fitted(&counts(&sample), SAMPLE.ilog2() / 2);
    let cold = law.map_or(reach as f64, |law| law.at(reach as f64));
    rule.memory(size) + size / 8 + 32 * (cold as u64).min(reach)
}

/// Marks the hot positions, those with a move to an unmarked one, in segments of `words` words.
/// Some may already be marked for other reasons.
pub(crate) fn mark(hot: &mut [u64], amounts: &[usize], words: usize) {
    mark_segments(hot, amounts, words, |_| {});
}

/// Implements [`mark`]; calls a function with the start of each segment before it is marked.
fn mark_segments(hot: &mut [u64], amounts: &[usize], words: usize, mut begin: impl FnMut(usize)) {
    let length = 64 * words;
    // Cold positions of earlier segments, each with the number of amounts by which it has marked,
    // and, by segment, those that mark none before it: they would be visited in vain.
    let mut cold: Vec<(usize, usize)> = Vec::new();
    let mut later: Vec<Vec<(usize, usize)>> = vec![Vec::new(); hot.len().div_ceil(words)];
    for (number, segment) in hot.chunks_mut(words).enumerate() {
        let start = number * length;
        begin(start);
        cold.append(&mut std::mem::take(&mut later[number]));
        cold.retain_mut(|(position, marked)| {
            *marked += mark_after(segment, &amounts[*marked..], start - *position);
            let next = amounts.get(*marked).map(|amount| *position + amount);
            let is_near = next.is_some_and(|next| next < start + 2 * length);
            if let Some(next) = next.filter(|_| !is_near)
                && let Some(waiting) = later.get_mut(next / length)
            {
                waiting.push((*position, *marked));
            }
            is_near
        });
        settle(segment, amounts, |at, marked| cold.push((start + at, marked)));
    }
}
