//! Where candidates come from, as the engine sees it.

use referee_base::fault::Fault;

use super::candidate::Candidate;

/// A list of candidates. It has no state: what it draws depends on the seed and the index only, so that several threads may
/// draw at once and the same seed draws the same on any number of threads.
pub trait CandidateSource: Sync {
    /// The name, different from that of every other source of a hunt, such as `family wielandt`.
    fn name(&self) -> &str;

    /// The kind of its candidates, for reports: sources of one kind are counted together.
    fn kind(&self) -> &'static str {
        "candidates"
    }

    /// Draws the candidate of that index, from 0 on.
    ///
    /// # Errors
    /// It cannot be told what the candidate is: a generator crashed.
    fn draw(&self, seed: u64, index: u64) -> Result<Draw, Fault>;

    /// Draws the candidate of that index anew, with at most so much of everything in it: the same kind of input, larger or smaller.
    /// Nothing where a source has no sizes.
    ///
    /// # Errors
    /// Those of [`CandidateSource::draw`].
    fn scaled(&self, _seed: u64, _index: u64, _most: u64) -> Result<Draw, Fault> {
        Ok(Draw::Nothing)
    }

    /// How many sources with the same share have begun for some time before it begins: 0 for those that begin at once.
    fn turn(&self) -> u64 {
        1
    }

    /// How much work it gets, before anything is known of what it finds, in relation to other sources, most of which have 1.
    fn share(&self) -> u64 {
        1
    }
}

/// What a source has at an index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Draw {
    /// A candidate.
    Candidate(Candidate),
    /// Nothing, such as arguments that contradict each other.
    Nothing,
    /// Nothing, and it took long to find out: a generator was stopped.
    Slow,
    /// Nothing at this index and at all that follow.
    Exhausted,
}
