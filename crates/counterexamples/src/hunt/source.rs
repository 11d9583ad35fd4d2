//! The interface between the engine and the sources of candidates.

use referee_base::fault::Fault;
use referee_generators::Random;

use super::candidate::Candidate;
use crate::neighbour;
use crate::text::Text;

/// A sequence of candidates. It has no state: a draw depends only on the seed and the index, so
/// that several threads may draw at the same time, and the same seed draws the same on any number
/// of threads.
pub trait CandidateSource: Sync {
    /// The name, unique among the sources of a hunt, such as `family wielandt`.
    fn name(&self) -> &str;

    /// What its candidates are, and how often they are drawn.
    fn profile(&self) -> SourceProfile {
        SourceProfile::of("candidates")
    }

    /// Draws the candidate at an index, from 0 on.
    ///
    /// # Errors
    /// The candidate could not be determined: a generator crashed.
    fn draw(&self, seed: u64, index: u64) -> Result<Draw, Fault>;

    /// Draws the candidate at an index again, with `most` as the bound of its parameters: the same
    /// kind of input, larger or smaller. Nothing if the source has no sizes.
    ///
    /// # Errors
    /// Those of [`CandidateSource::draw`].
    fn scaled(&self, _seed: u64, _index: u64, _most: u64) -> Result<Draw, Fault> {
        Ok(Draw::Nothing)
    }

    /// Whether the candidate at an index is as large as the source can make it.
    fn is_largest(&self, _index: u64) -> bool {
        false
    }

    /// Changes one of its candidates a little.
    fn changed(&self, candidate: &Text, random: &mut Random) -> Vec<u8> {
        neighbour(candidate, random)
    }

    /// Whether candidates can be drawn without a long wait. A source that is not ready is left out
    /// until it is, unless there is nothing else to draw.
    fn is_ready(&self) -> bool {
        true
    }
}

/// What the candidates of a source are, and how often they are drawn.
#[derive(Debug, Clone, Copy)]
pub struct SourceProfile {
    /// The kind of its candidates, for reports, which count sources of one kind together.
    pub kind: &'static str,
    /// How many sources of the same share go first for a while: 0 for sources that start
    /// immediately.
    pub turn: u64,
    /// The share of work it gets in relation to other sources, most of which have 1.
    pub share: u64,
    /// Whether valid candidates are changed, these changes again, and so on.
    pub may_wander: bool,
}

impl SourceProfile {
    /// Returns the profile of most sources.
    pub fn of(kind: &'static str) -> SourceProfile {
        SourceProfile { kind, turn: 1, share: 1, may_wander: false }
    }
}

/// The result of a draw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Draw {
    /// A candidate.
    Candidate(Candidate),
    /// Nothing, such as arguments that contradict each other.
    Nothing,
    /// Nothing, and finding out took long: a generator was stopped.
    Slow,
    /// Nothing at this index or any later one.
    Exhausted,
}
