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
    /// Evaluates the positions below a size, which must be such that they fit into memory, on so many
    /// threads at most.
    pub evaluate: fn(&Rule, u64, usize) -> Answer,
}
