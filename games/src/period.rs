//! From where on, and after how many positions, the values of a game come again.

use serde::Serialize;

/// Values that are the same `length` positions later, from `preperiod` on, for ever; both numbers are the least
/// possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Period {
    /// How many positions are before the first that comes again.
    pub preperiod: u64,
    /// After how many positions.
    pub length: u64,
}

impl Period {
    /// The first position that is like a given one.
    pub fn first_like(&self, position: u64) -> u64 {
        match position.checked_sub(self.preperiod) {
            None => position,
            Some(after) => self.preperiod + after % self.length,
        }
    }
}
