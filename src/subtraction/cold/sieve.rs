//! The sieve: positions in order; whoever is not marked is cold and marks all from which one moves
//! there.
//!
//! O(n + c k) for c cold positions and k amounts below n, but each mark is a cache miss once the
//! bits outgrow the cache. Source: D. Eppstein, "Faster Evaluation of Subtraction Games" (FUN
//! 2018), which marks bytes where this marks bits.

use super::Cold;
use crate::subtraction::Rule;
use crate::subtraction::bits::settle;

/// The cold positions below `size`.
pub fn find(rule: &Rule, size: u64) -> Cold {
    let mut hot = vec![0; size.div_ceil(64) as usize];
    settle(&mut hot, &rule.below(size), |_, _| {});
    Cold::from_hot(size, hot)
}
