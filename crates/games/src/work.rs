//! The work of the plain methods: marks, steps and arithmetic operations. It is derived from the
//! positions, so that fast loops need not count, and does not depend on the machine.

use super::rule::LEAF;
use super::{Cold, Rule};

/// Returns the number of marks that the sieve makes for the positions below `size`: for each cold
/// one, a mark for each amount that leads to it.
pub(super) fn marks(rule: &Rule, cold: &Cold, size: u64) -> u64 {
    let amounts = rule.up_to(size);
    below(cold, size).map(|position| up_to(&amounts, size - 1 - position)).sum()
}

/// Returns the number of steps of dynamic programming: for each position, one for each amount.
pub(super) fn steps(rule: &Rule, size: u64) -> u64 {
    rule.up_to(size.saturating_sub(1)).into_iter().map(|amount| size - amount).sum()
}

/// Returns the number of operations of divide and conquer for cold positions: those of the
/// convolutions, and the marks in leaves.
pub(super) fn halves(rule: &Rule, cold: &Cold, size: u64) -> u64 {
    let amounts = rule.up_to(LEAF as u64);
    let marks = |position| up_to(&amounts, leaf_end(position, size) - 1 - position);
    prepared(size) + transformed(size) + below(cold, size).map(marks).sum::<u64>()
}

/// Returns the same for this many nim-values. Each position is cold in one of the searches.
pub(super) fn halves_per_value(rule: &Rule, values: u64, size: u64) -> u64 {
    let amounts = rule.up_to(LEAF as u64);
    let (whole, rest) = (size / LEAF as u64, size % LEAF as u64);
    let marks =
        |length: u64| -> u64 { amounts.iter().map(|&amount| length.saturating_sub(amount)).sum() };
    prepared(size) + values * transformed(size) + whole * marks(LEAF as u64) + marks(rest)
}

/// Counts the operations of a real transform in the usual way: 5/2 L log L for length L, half of
/// those of a complex one.
fn transform(length: u64) -> u64 {
    5 * length * u64::from(length.ilog2()) / 2
}

/// The lengths of convolutions, for intervals of two leaves, four leaves, and so on.
fn lengths(size: u64) -> impl Iterator<Item = u64> {
    let doubled = std::iter::successors(Some(2 * LEAF as u64), |length| length.checked_mul(2));
    doubled.take_while(move |length| length / 2 < size)
}

/// The transforms of the amounts, one for each length.
fn prepared(size: u64) -> u64 {
    lengths(size).map(transform).sum()
}

/// The convolutions: two transforms and a product each, for every interval that reaches beyond its
/// left half.
fn transformed(size: u64) -> u64 {
    let of_length = |length: u64| {
        let intervals = (size - length / 2).div_ceil(length);
        intervals * (2 * transform(length) + 4 * length)
    };
    lengths(size).map(of_length).sum()
}

fn below(cold: &Cold, size: u64) -> impl Iterator<Item = u64> {
    cold.iter().take_while(move |&position| position < size)
}

fn leaf_end(position: u64, size: u64) -> u64 {
    size.min((position / LEAF as u64 + 1) * LEAF as u64)
}

/// Returns the number of amounts up to a limit.
fn up_to(amounts: &[u64], limit: u64) -> u64 {
    amounts.partition_point(|&amount| amount <= limit) as u64
}

#[cfg(test)]
mod tests;
