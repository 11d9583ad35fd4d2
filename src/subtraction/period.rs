//! From where on, and after how many positions, the values of a game come again.

/// Values that are the same `length` positions later, from `preperiod` on, for ever; both numbers are the least
/// possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Period {
    /// How many positions are before the first that comes again.
    pub preperiod: u64,
    /// After how many positions.
    pub length: u64,
}
