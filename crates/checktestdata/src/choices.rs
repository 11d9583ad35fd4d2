//! What a description leaves open when an input is written.

use referee_checker::Position;

/// Chooses what a description leaves open, so that the caller decides which inputs are written.
pub trait Choices {
    /// Returns an integer from `least` to `most`; any other is moved into this range.
    fn integer(&mut self, site: &Site, least: i64, most: i64) -> i64;

    /// Returns a word of `length` bytes, each of which is one of `letters`, of which there is at
    /// least one.
    fn word(&mut self, letters: &[u8], length: usize) -> Vec<u8>;

    /// Returns a number below `count`, which is at least 1.
    fn below(&mut self, count: u64) -> u64;
}

/// A command that leaves something open, and the loop around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Site {
    /// The place of the command in the description.
    pub command: Position,
    /// Whether the integer is the length of a word, or determines one or the repetitions of a loop.
    pub is_size: bool,
    /// Whether the values at this place must be distinct.
    pub is_distinct: bool,
    /// The number of earlier repetitions of the innermost loop; 0 outside of loops.
    pub at: u64,
    /// The number of all its repetitions, if it is known before; 1 outside of loops.
    pub of: u64,
    /// Whether what was chosen for this repetition before is invalid.
    pub is_again: bool,
}
