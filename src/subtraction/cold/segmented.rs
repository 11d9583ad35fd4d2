//! The sieve, cache-blocked: one segment after the other is marked by all earlier cold positions,
//! then settled in order.
//!
//! O(n + c k + c n / segment) for c cold positions and k amounts below n. The same marks as those
//! of the plain sieve, but each finds its word in the cache. Every cold position remembers which of
//! its marks is due next.

use super::Cold;
use crate::subtraction::Rule;
use crate::subtraction::bits::{mark_after, settle};

/// The words of a segment that measure best: 32 KiB.
pub(in crate::subtraction) const WORDS: usize = 1 << 12;

/// The cold positions below `size`, in segments of so many words, at least one.
pub fn find(rule: &Rule, size: u64, words: usize) -> Cold {
    let mut hot = vec![0; size.div_ceil(64) as usize];
    mark(&mut hot, &rule.below(size), words.max(1));
    Cold::from_hot(size, hot)
}

/// Marks the hot positions, those from which a move leads to one that is not, where some may be hot for
/// other reasons already. In segments of so many words.
pub(in crate::subtraction) fn mark(hot: &mut [u64], amounts: &[usize], words: usize) {
    // Cold positions of earlier segments, each with the number of amounts by which it has marked.
    let mut cold: Vec<(usize, usize)> = Vec::new();
    for (start, segment) in (0..).step_by(64 * words).zip(hot.chunks_mut(words)) {
        // Those which are done are the first ones: all have the same marks to make.
        let done = cold.partition_point(|&(_, marked)| marked == amounts.len());
        cold.drain(..done);
        for (position, marked) in &mut cold {
            *marked += mark_after(segment, &amounts[*marked..], start - *position);
        }
        settle(segment, amounts, |at, marked| cold.push((start + at, marked)));
    }
}
