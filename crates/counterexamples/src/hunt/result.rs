//! The options and results of a hunt.

use super::candidate::Candidate;
use crate::Failure;

/// Options of a hunt.
#[derive(Clone, Copy)]
pub struct HuntOptions<'a> {
    /// The seed of all candidates.
    pub seed: u64,
    /// The number of threads. It does not affect what is found.
    pub jobs: usize,
    /// The maximum number of candidates to try.
    pub tries: u64,
    /// Returns whether to stop; called before each candidate, from several threads.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

/// The result of a hunt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HuntResult {
    /// Why it ended.
    pub ended: EndReason,
    /// The first disputed input.
    pub disputed: Option<Found>,
    /// The number of candidates tried, including the find.
    pub tries: u64,
    /// A report for each source, in the order given.
    pub sources: Vec<SourceReport>,
}

/// Why a hunt ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EndReason {
    /// The program fails on an input.
    Found(Found),
    /// The maximum number of candidates was tried.
    Tried,
    /// All sources are exhausted.
    Exhausted,
    /// The caller stopped it.
    Stopped,
}

/// An input on which the program fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The input and its origin.
    pub candidate: Candidate,
    /// How the program fails.
    pub failure: Failure,
    /// The position of its source among the given sources.
    pub source: usize,
    /// Its index in that source; none if it is a change of a candidate.
    pub index: Option<u64>,
}

/// What one source contributed to a hunt.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SourceReport {
    /// Its name.
    pub name: String,
    /// The kind of its candidates.
    pub kind: &'static str,
    /// The number of its candidates tried.
    pub tries: u64,
    /// The number of those that were invalid or disputed.
    pub invalid: u64,
    /// The number of draws that gave nothing, or an input tried before.
    pub nothing: u64,
    /// The number of draws that took too long and were stopped.
    pub stopped: u64,
    /// The work done, in units of a byte judged.
    pub cost: u64,
    /// Whether it is exhausted.
    pub is_exhausted: bool,
}

impl SourceReport {
    /// Returns the number of valid candidates.
    pub fn valid(&self) -> u64 {
        self.tries - self.invalid
    }
}
