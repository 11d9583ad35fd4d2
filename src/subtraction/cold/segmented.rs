//! The sieve, cache-blocked: one segment after the other is marked by all earlier cold positions,
//! then settled in order.
//!
//! O(n + c k + c n / segment) for c cold positions and k amounts below n. The same marks as those
//! of the plain sieve, but each finds its word in the cache. Every cold position remembers which of
//! its marks is due next.

use super::{Cold, sieve};
use crate::subtraction::Rule;

/// The words of a segment that measure best: 32 KiB.
pub(super) const WORDS: usize = 1 << 12;

/// A cold position that has not yet made all its marks.
struct Marker {
    position: u64,
    /// The first amount whose mark it has not made.
    next: usize,
}

/// The cold positions below `size`, in segments of so many words, at least one.
pub fn find(rule: &Rule, size: u64, words: usize) -> Cold {
    let amounts = rule.up_to(size);
    let mut hot = vec![0; size.div_ceil(64) as usize];
    let mut markers: Vec<Marker> = Vec::new();
    for (start, segment) in (0..).step_by(64 * words.max(1)).zip(hot.chunks_mut(words.max(1))) {
        let end = start + 64 * segment.len() as u64;
        // Those which are done are the first ones: all have the same marks to make.
        let done = markers.partition_point(|marker| marker.next == amounts.len());
        markers.drain(..done);
        for marker in &mut markers {
            let targets = amounts[marker.next..].iter().map(|amount| marker.position + amount);
            for target in targets.take_while(|&target| target < end) {
                let target = target - start;
                segment[(target / 64) as usize] |= 1 << (target % 64);
                marker.next += 1;
            }
        }
        sieve::settle(segment, &amounts, |at| {
            let position = start + at as u64;
            let next = amounts.partition_point(|amount| position + amount < end);
            markers.push(Marker { position, next });
        });
        segment.iter_mut().for_each(|word| *word = !*word);
    }
    Cold::from_words(size, hot)
}
