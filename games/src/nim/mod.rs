//! Nim-values: the least number that no position has to which a move leads, by different methods.
//!
//! The nim-value of a sum of games is the exclusive or of their nim-values, so that they tell who
//! wins several heaps. Values are held in 16 bits; the largest one of the squares below 2^24 is
//! 450. A position has at most as many different values after it as there are amounts, so only
//! rules of tens of thousands of amounts can have larger ones.

mod blocked;
mod dp;
mod per_value;
mod period;

use super::cold::segmented;
use super::convolution::{Halves, LEAF, halves_memory};
use super::{Method, Rule};
pub use period::nim_period;

/// No position has this value: it stands for a value that is not known yet.
const UNKNOWN: u16 = u16::MAX;

/// About how many bytes an evaluation takes beside what grows with the size: the program itself, and
/// blocks that are worked on or wait.
const BESIDE: u64 = 10 << 20;

/// A position has a nim-value that is too large for us.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there is a nim-value above {}, the largest that can be held", UNKNOWN - 1)]
pub struct NimTooLarge;

/// All methods, the default one first.
pub const NIM_METHODS: &[Method<Result<Vec<u16>, NimTooLarge>>] = &[
    Method {
        name: "blocked",
        summary: "dynamic programming, one amount at a time for a block of positions",
        complexity: "O(n |S|)",
        suits: |_| true,
        memory: |rule, size| rule.memory(size) + 2 * size + BESIDE,
        evaluate: |rule, size, effort| blocked::values(&rule.below(size), size as usize, effort),
    },
    Method {
        name: "per-value",
        summary: "a segmented sieve of cold positions for each value",
        complexity: "O(n |S|)",
        suits: |_| true,
        memory: |rule, size| rule.memory(size) + 3 * size + BESIDE,
        evaluate: |rule, size, effort| {
            let amounts = rule.below(size);
            let few = size as usize / per_value::FEW;
            per_value::values(&amounts, size as usize, few, effort, |hot| {
                segmented::mark(hot, &amounts, segmented::WORDS);
            })
        },
    },
    Method {
        name: "dp",
        summary: "dynamic programming, position by position",
        complexity: "O(n |S|)",
        suits: |_| true,
        memory: |rule, size| rule.memory(size) + 2 * size + BESIDE,
        evaluate: |rule, size, effort| dp::values(&rule.below(size), size as usize, effort),
    },
    Method {
        name: "convolution-per-value",
        summary: "divide and conquer with convolutions for each value",
        complexity: "O(v n log^2 n) for values below v",
        suits: |_| true,
        memory: |rule, size| rule.memory(size) + 3 * size + BESIDE + halves_memory(size),
        evaluate: |rule, size, effort| {
            let amounts = rule.below(size);
            let mut halves = Halves::new(&amounts, size as usize, LEAF);
            per_value::values(&amounts, size as usize, 0, effort, |hot| {
                halves.mark(hot, &mut |_| {});
            })
        },
    },
];

/// A value as it is held.
fn held(value: usize) -> Result<u16, NimTooLarge> {
    u16::try_from(value).ok().filter(|&value| value != UNKNOWN).ok_or(NimTooLarge)
}

/// The steps of dynamic programming below `size`: pairs of a position and an amount that can be taken from it.
fn steps(amounts: &[usize], size: usize) -> u64 {
    amounts.iter().map(|&amount| size.saturating_sub(amount) as u64).sum()
}
