//! The common interface of all methods: each evaluates a game in its own way and has a name.

use super::Rule;
use super::rule::LEAF_LOG;

/// A method to evaluate the positions below some size. All methods for the same kind of answer
/// agree.
pub struct Method<Answer> {
    /// The name by which users choose it.
    pub name: &'static str,
    /// A one-line description.
    pub summary: &'static str,
    /// Its running time, for n positions, k amounts below n and c cold positions.
    pub complexity: &'static str,
    /// Whether it supports a rule.
    pub suits: fn(&Rule) -> bool,
    /// Estimates the maximum memory in bytes for the positions below a size, including the answer.
    pub memory: fn(&Rule, u64) -> u64,
    /// Counts the marks, steps or arithmetic operations for the positions below a size, given an
    /// answer for at least these; `None` if they do not follow from the answer.
    pub work: fn(&Rule, &Answer, u64) -> Option<u64>,
    /// Whether it divides positions into halves, down to leaves; see [`levels`].
    pub divides: bool,
    /// Evaluates the positions below a size, which must fit into memory.
    pub evaluate: fn(&Rule, u64, &Effort) -> Answer,
}

/// Returns the factor, besides a power of n, by which the work of methods that divide 2^x positions
/// grows: all levels above the leaves have a convolution for each position, in time proportional to
/// the level. About x^2 / 2.
pub fn levels(x: f64) -> f64 {
    let leaf = f64::from(LEAF_LOG);
    (x * (x + 1.0) - leaf * (leaf + 1.0)) / 2.0
}

/// The resources of an evaluation, and the receiver of its progress.
#[derive(Clone, Copy)]
pub struct Effort<'a> {
    /// The maximum number of threads.
    pub threads: usize,
    /// Called occasionally, on the calling thread, with the share of the work done: from 0 to 1,
    /// never decreasing.
    pub progress: &'a dyn Fn(f64),
}

impl Effort<'_> {
    /// Returns an effort with this many threads and without progress.
    pub fn silent(threads: usize) -> Effort<'static> {
        Effort { threads, progress: &|_| {} }
    }
}
