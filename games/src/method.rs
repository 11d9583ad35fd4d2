//! The common interface of all methods: each evaluates a game in its own way and has a name.

use super::Rule;

/// A way to evaluate the positions below some size. All methods for the same kind of answer agree.
pub struct Method<Answer> {
    /// The name by which users choose it.
    pub name: &'static str,
    /// A one-line description.
    pub summary: &'static str,
    /// Its running time, for n positions, k amounts below n and c cold positions.
    pub complexity: &'static str,
    /// Whether it supports a rule.
    pub suits: fn(&Rule) -> bool,
    /// Estimates how many bytes of memory it takes at most for the positions below a size, the answer
    /// included.
    pub memory: fn(&Rule, u64) -> u64,
    /// Evaluates the positions below a size, which must fit into memory.
    pub evaluate: fn(&Rule, u64, &Effort) -> Answer,
}

/// The resources of an evaluation, and the receiver of its progress.
#[derive(Clone, Copy)]
pub struct Effort<'a> {
    /// The number of threads that may work.
    pub threads: usize,
    /// Called now and then, on the calling thread, with the share of the work that is done: from 0 to 1,
    /// never less than before.
    pub progress: &'a dyn Fn(f64),
}

impl Effort<'_> {
    /// Returns an effort with this many threads and without progress.
    pub fn silent(threads: usize) -> Effort<'static> {
        Effort { threads, progress: &|_| {} }
    }
}
