//! The method `dp`: for each position in turn, reads the values of all positions that a move leads
//! to.
//!
//! O(n |S|), which is O(n^1.5) for squares. Seen values are stamped with the position that sees
//! them, so nothing must be cleared in between. This is the direct method of the source, and the
//! baseline for the others.

use crate::Effort;
use crate::progress::WorkShare;

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

/// Returns the nim-values of the positions below `size`; `amounts` are in increasing order.
pub(super) fn values(
    amounts: &[usize],
    size: usize,
    effort: &Effort,
) -> Result<Vec<u16>, NimTooLarge> {
    let mut progress = WorkShare::new(effort, steps(amounts, size));
    let mut done = 0;
    let mut values = vec![UNKNOWN; size];
    complete(&mut values, amounts, |steps| {
        done += steps;
        progress.reached(done as u64);
    })?;
    progress.end();
    Ok(values)
}

/// Fills in the unknown values. After each, calls a function with the number of steps it took.
pub(super) fn complete(
    values: &mut [u16],
    amounts: &[usize],
    mut found: impl FnMut(usize),
) -> Result<(), NimTooLarge> {
    // Value v was last seen from position seen_from[v] - 1. No value exceeds the number of amounts.
    let mut seen_from = vec![0; amounts.len() + 1];
    let mut allowed = 0;
    for position in 0..values.len() {
        allowed += usize::from(amounts.get(allowed) == Some(&position));
        if values[position] != UNKNOWN {
            continue;
        }
        let stamp = position + 1;
        for &amount in &amounts[..allowed] {
            seen_from[usize::from(values[position - amount])] = stamp;
        }
        let least = seen_from.iter().take_while(|&&seen| seen == stamp).count();
        values[position] = held(least)?;
        found(allowed);
    }
    Ok(())
}
