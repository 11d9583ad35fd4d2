//! What is compared, and how.

use super::fold::Program;

/// The programs to be compared.
#[derive(Debug, Clone, Copy)]
pub struct Corpus<'a> {
    /// All programs: those to be compared with each other, then earlier ones, which are compared with those only.
    pub programs: &'a [Program],
    /// How many of them are to be compared with each other.
    pub current: usize,
    /// Code that was given: what programs have in common with it is ignored.
    pub base: &'a [Program],
}

/// How programs are compared.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// The least number of symbols of a fragment (k).
    pub k: usize,
    /// How many consecutive hashes one fingerprint is chosen from (w).
    pub window: usize,
    /// A fingerprint in a larger share of the programs is ignored.
    pub common: f64,
    /// How many pairs are compared symbol by symbol, at most.
    pub pairs: usize,
    /// How many threads compare them. The result does not depend on it.
    pub threads: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { k: 12, window: 8, common: 0.3, pairs: 5000, threads: 1 }
    }
}
