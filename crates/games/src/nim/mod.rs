//! Nim-values, by different methods: the smallest number that is not the value of a position that a
//! move leads to.
//!
//! The nim-value of a sum of games is the exclusive or of their nim-values, so they decide games
//! with several heaps. Values are stored in 16 bits; the largest one of the squares below 2^24 is
//! 450. A position has at most as many successors as there are amounts, so only rules with tens of
//! thousands of amounts can have values that are too large.

mod blocked;
mod dp;
mod per_value;
mod period;

use super::cold::segmented;
use super::convolution::{Halves, halves_memory};
use super::rule::LEAF;
use super::work::{halves_per_value, steps};
use super::{Method, Rule};
pub use dp::NimTooLarge;
pub use period::nim_period;

/// The memory in bytes that does not grow with the size: for the program itself, and for blocks in
/// progress or waiting.
const BESIDE: u64 = 10 << 20;

/// The memory in bytes for the positions that wait to mark, each with two numbers in a list that
/// grows by doubling. Under a set, they can be all in reach of its greatest amount; those of a
/// sequence are few.
fn waiting_memory(rule: &Rule, size: u64) -> u64 {
    match rule {
        Rule::Sequence(_) => 0,
        Rule::Set(amounts) => 32 * amounts.last().map_or(0, |&most| most.min(size)),
    }
}

/// All methods, the default one first.
pub const NIM_METHODS: &[Method<Result<Vec<u16>, NimTooLarge>>] = &[
    Method {
        name: "blocked",
        summary: "dynamic programming, one amount at a time for a block of positions",
        complexity: "O(n |S|)",
        suits: |_| true,
        memory: |rule, size| rule.memory(size) + 2 * size + BESIDE,
        work: |rule, _, size| Some(steps(rule, size)),
        divides: false,
        evaluate: |rule, size, effort| blocked::values(&rule.below(size), size as usize, effort),
    },
    Method {
        name: "per-value",
        summary: "a segmented sieve of cold positions for each value",
        complexity: "O(n |S|)",
        suits: |_| true,
        memory: |rule, size| rule.memory(size) + 3 * size + waiting_memory(rule, size) + BESIDE,
        work: |rule, _, size| Some(steps(rule, size)),
        divides: false,
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
        work: |rule, _, size| Some(steps(rule, size)),
        divides: false,
        evaluate: |rule, size, effort| dp::values(&rule.below(size), size as usize, effort),
    },
    Method {
        name: "convolution-per-value",
        summary: "divide and conquer with convolutions for each value",
        complexity: "O(v n log^2 n) for values below v",
        suits: |_| true,
        memory: |rule, size| rule.memory(size) + 3 * size + BESIDE + halves_memory(size),
        work: |rule, values, size| {
            let values = values.as_ref().ok()?.get(..size as usize)?;
            let searches = values.iter().max().map_or(0, |&largest| u64::from(largest) + 1);
            Some(halves_per_value(rule, searches, size))
        },
        divides: true,
        evaluate: |rule, size, effort| {
            let amounts = rule.below(size);
            let mut halves = Halves::new(&amounts, size as usize, LEAF);
            per_value::values(&amounts, size as usize, 0, effort, |hot| {
                halves.mark(hot, &mut |_| {});
            })
        },
    },
];
