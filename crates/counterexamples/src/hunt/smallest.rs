//! The source of the smallest inputs of a problem, in order.

use referee_base::fault::Fault;
use referee_generators::{NumberedInputs, ProblemFamilies};

use super::candidate::{Candidate, Origin};
use super::source::{CandidateSource, Draw};

/// The smallest inputs of a problem, one after another. The seed has no effect.
#[derive(Debug, Clone, Copy)]
pub struct SmallestSource {
    smallest: NumberedInputs,
}

impl SmallestSource {
    /// Creates the source of a problem.
    pub fn new(families: &ProblemFamilies) -> Self {
        SmallestSource { smallest: families.smallest }
    }
}

impl CandidateSource for SmallestSource {
    fn name(&self) -> &str {
        "smallest"
    }

    fn kind(&self) -> &'static str {
        "smallest inputs"
    }

    fn draw(&self, _: u64, index: u64) -> Result<Draw, Fault> {
        Ok(match (self.smallest)(index) {
            Some(input) => Draw::Candidate(Candidate { input, origin: Origin::Smallest(index) }),
            None => Draw::Exhausted,
        })
    }

    /// Most faults already show on a few fields or heaps, and such inputs need no shrinking.
    fn turn(&self) -> u64 {
        0
    }

    fn share(&self) -> u64 {
        8
    }
}
