//! The shape of all methods: one way each to evaluate a game, told apart by name.

use super::Rule;

/// A way to evaluate the positions below some size. All methods with one kind of answer agree.
pub struct Method<Answer> {
    /// The name by which people choose it.
    pub name: &'static str,
    /// How it goes about it.
    pub summary: &'static str,
    /// Its running time, for n positions, k amounts below n and c cold positions.
    pub complexity: &'static str,
    /// Whether it can be used for a rule.
    pub suits: fn(&Rule) -> bool,
    /// About how many bytes of memory it takes at most for the positions below a size, the answer
    /// included.
    pub memory: fn(&Rule, u64) -> u64,
    /// Evaluates the positions below a size, which must be such that they fit into memory.
    pub evaluate: fn(&Rule, u64, &Effort) -> Answer,
}

/// What an evaluation may use, and whom it tells how far it is.
#[derive(Clone, Copy)]
pub struct Effort<'a> {
    /// How many threads may work.
    pub threads: usize,
    /// Called now and then, on the calling thread, with the share of the work that is done: from 0 to 1,
    /// never less than before.
    pub progress: &'a dyn Fn(f64),
}

impl Effort<'_> {
    /// That many threads, and nobody is told.
    pub fn silent(threads: usize) -> Effort<'static> {
        Effort { threads, progress: &|_| {} }
    }
}
