//! The representation of nim-values, and the number of steps that dynamic programming takes.

/// The marker of an unknown value; no position has it.
pub(super) const UNKNOWN: u16 = u16::MAX;

/// A position has a nim-value that does not fit into 16 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there is a nim-value above {}, the largest that can be held", UNKNOWN - 1)]
pub struct NimTooLarge;

/// Converts a value to its representation.
pub(super) fn held(value: usize) -> Result<u16, NimTooLarge> {
    u16::try_from(value).ok().filter(|&value| value != UNKNOWN).ok_or(NimTooLarge)
}

/// Counts the steps of dynamic programming below `size`: pairs of a position and an amount that can
/// be taken from it.
pub(super) fn steps(amounts: &[usize], size: usize) -> u64 {
    amounts.iter().map(|&amount| size.saturating_sub(amount) as u64).sum()
}
