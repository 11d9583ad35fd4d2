//! The period of the values of a game, and where it starts.

use serde::Serialize;

/// A period: from `preperiod` on, values repeat `length` positions later, forever. Both numbers are
/// the least possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Period {
    /// The number of positions before the first that repeats.
    pub preperiod: u64,
    /// The number of positions after which values repeat.
    pub length: u64,
}

impl Period {
    /// Returns the first position that, by this period, has the same value as the given one.
    pub fn first_like(&self, position: u64) -> u64 {
        match position.checked_sub(self.preperiod) {
            None => position,
            Some(after) => self.preperiod + after % self.length,
        }
    }
}
