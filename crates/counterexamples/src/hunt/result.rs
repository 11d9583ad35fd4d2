//! What a hunt is asked for, and what comes of it.

use super::candidate::Candidate;
use crate::Failure;

/// How a hunt is carried out.
#[derive(Clone, Copy)]
pub struct HuntOptions<'a> {
    /// The seed of all candidates.
    pub seed: u64,
    /// The number of threads. It does not change what is found.
    pub jobs: usize,
    /// The most candidates that are tried.
    pub tries: u64,
    /// Whether to stop now; asked before each candidate, from several threads.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

/// How far a hunt is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HuntProgress {
    /// The candidates that have been tried.
    pub tries: u64,
}

/// What came of a hunt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HuntResult {
    /// Why it ended.
    pub ended: Ended,
    /// The candidates that were tried, the find included.
    pub tries: u64,
    /// What came of each source, in the order in which they were given.
    pub sources: Vec<SourceReport>,
}

/// Why a hunt ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ended {
    /// The program fails on an input.
    Found(Found),
    /// All that may be tried has been tried.
    Tried,
    /// No source has anything more.
    Exhausted,
    /// It was told to stop.
    Stopped,
}

/// An input on which the program fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The input, and where it comes from.
    pub candidate: Candidate,
    /// How the program fails.
    pub failure: Failure,
    /// The position of its source among those that were given.
    pub source: usize,
    /// Its index there; none if it is a change of one there.
    pub index: Option<u64>,
}

/// What came of a source in one hunt.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SourceReport {
    /// Its name.
    pub name: String,
    /// The kind of its candidates.
    pub kind: &'static str,
    /// Its candidates that were tried.
    pub tries: u64,
    /// Those of them that were not valid.
    pub invalid: u64,
    /// Draws that gave nothing, or what there was before.
    pub nothing: u64,
    /// Draws that took too long, and were stopped.
    pub stopped: u64,
    /// The work, in units of a byte judged.
    pub cost: u64,
    /// Whether it has nothing more.
    pub is_exhausted: bool,
}

impl SourceReport {
    /// Returns how many of its candidates were valid.
    pub fn valid(&self) -> u64 {
        self.tries - self.invalid
    }
}
