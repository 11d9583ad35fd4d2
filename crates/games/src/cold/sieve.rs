//! The sieve: positions in increasing order; an unmarked position is cold, and marks all positions
//! with a move to it.
//!
//! O(n + c k) for c cold positions and k amounts below n, but each mark is a cache miss once the
//! bits outgrow the cache. Source: D. Eppstein, "Faster Evaluation of Subtraction Games" (FUN
//! 2018), which marks bytes where this marks bits.

use super::Cold;
use crate::bits::{mark_end, settle};
use crate::progress::WorkShare;
use crate::{Effort, Rule};

/// The first positions have the most marks to make, and most cold ones are among them.
const GROWTH: f64 = 0.5;

/// Finds the cold positions below `size`.
pub fn find(rule: &Rule, size: u64, effort: &Effort) -> Cold {
    let mut progress = WorkShare::growing(effort, size, GROWTH);
    let mut hot = vec![0; size.div_ceil(64) as usize];
    // Bits beyond the last position are marked, so that they are skipped.
    mark_end(&mut hot, size as usize);
    settle(&mut hot, &rule.below(size), |position, _| progress.reached(position as u64));
    progress.end();
    Cold::from_hot(size, hot)
}
