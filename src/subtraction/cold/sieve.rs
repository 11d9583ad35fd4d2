//! The sieve: positions in order; whoever is not marked is cold and marks all from which one moves
//! there.
//!
//! O(n + c k) for c cold positions and k amounts below n, but each mark is a cache miss once the
//! bits outgrow the cache. Source: D. Eppstein, "Faster Evaluation of Subtraction Games" (FUN
//! 2018), which marks bytes where this marks bits.

use super::Cold;
use crate::subtraction::Rule;

/// The cold positions below `size`.
pub fn find(rule: &Rule, size: u64) -> Cold {
    let mut hot = vec![0; size.div_ceil(64) as usize];
    settle(&mut hot, &rule.up_to(size), |_| {});
    hot.iter_mut().for_each(|word| *word = !*word);
    Cold::from_words(size, hot)
}

/// Given what is hot by moves to elsewhere, settles which of these positions are hot, and calls
/// `cold` with the others, in increasing order.
pub(super) fn settle(hot: &mut [u64], amounts: &[u64], mut cold: impl FnMut(usize)) {
    let size = 64 * hot.len();
    for at in 0..hot.len() {
        let mut left = !hot[at];
        while left != 0 {
            let bit = left.trailing_zeros();
            let position = 64 * at + bit as usize;
            cold(position);
            let targets = amounts.iter().map(|&amount| position + amount as usize);
            for target in targets.take_while(|&target| target < size) {
                hot[target / 64] |= 1 << (target % 64);
            }
            // Marks may have gone to this very word.
            left = !hot[at] & (u64::MAX << bit << 1);
        }
    }
}
