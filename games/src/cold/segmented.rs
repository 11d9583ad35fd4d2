//! The sieve, cache-blocked: one segment after the other is marked by all earlier cold positions,
//! then settled in order.
//!
//! O(n + c k + c n / segment) for c cold positions and k amounts below n. The same marks as those
//! of the plain sieve, but each finds its word in the cache. Every cold position remembers which of
//! its marks is due next.

use super::{Cold, sieve};
use crate::bits::{mark_after, settle};
use crate::fit::{PowerLaw, counts};
use crate::progress::Progress;
use crate::{Effort, Rule};

/// The words of a segment that measure best: 32 KiB.
pub(crate) const WORDS: usize = 1 << 12;

/// From how many positions the number of cold ones is concluded.
const SAMPLE: u64 = 1 << 14;

/// How the marks below n grow with n: for squares there are about n^0.7 cold positions, with n^0.5
/// marks each.
const GROWTH: f64 = 1.2;

/// The cold positions below `size`, in segments of so many words, at least one.
pub fn find(rule: &Rule, size: u64, words: usize, effort: &Effort) -> Cold {
    let mut progress = Progress::growing(effort, size, GROWTH);
    let mut hot = vec![0; size.div_ceil(64) as usize];
    mark_segments(&mut hot, &rule.below(size), words.max(1), |start| {
        progress.reached(start as u64);
    });
    progress.end();
    Cold::from_hot(size, hot)
}

/// About how many bytes of memory that takes, with the list of amounts: a bit a position, and two
/// numbers for each cold one that still has marks to make, twice over since their list grows by doubling.
/// How many these are, we conclude from the first few.
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

/// Marks the hot positions, those from which a move leads to one that is not, where some may be hot for
/// other reasons already. In segments of so many words.
pub(crate) fn mark(hot: &mut [u64], amounts: &[usize], words: usize) {
    mark_segments(hot, amounts, words, |_| {});
}

/// The same; calls a function with the start of each segment before it is marked.
fn mark_segments(hot: &mut [u64], amounts: &[usize], words: usize, mut begin: impl FnMut(usize)) {
    // Cold positions of earlier segments, each with the number of amounts by which it has marked.
    let mut cold: Vec<(usize, usize)> = Vec::new();
    for (start, segment) in (0..).step_by(64 * words).zip(hot.chunks_mut(words)) {
        begin(start);
        // Those which are done are the first ones: all have the same marks to make.
        let done = cold.partition_point(|&(_, marked)| marked == amounts.len());
        cold.drain(..done);
        for (position, marked) in &mut cold {
            *marked += mark_after(segment, &amounts[*marked..], start - *position);
        }
        settle(segment, amounts, |at, marked| cold.push((start + at, marked)));
    }
}
