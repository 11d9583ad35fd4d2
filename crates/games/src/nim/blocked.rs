//! The method `blocked`: dynamic programming with one amount at a time for a block of positions.
//!
//! The work is that of `dp`, a step for each position and amount, but in an order that suits the
//! memory. In `dp`, each step reads a value far from the last. Here, an amount that leads out of a
//! block is taken from all positions of the block together: the values read are adjacent, and the
//! steps write to different places, so none waits for another. The values seen from a block are
//! stored as a row for each value with a byte for each of its 32 positions: all of it stays in the
//! fastest cache, and recording a value is one store. The values read are far away, in another
//! place for each amount: they are copied for many amounts at a time, so the cache misses overlap.
//!
//! Threads share the work in stretches of many blocks. Amounts that lead from a block to before its
//! stretch, which are nearly all, can be taken before anything in the stretch is known: all threads
//! do that, and find the least value missing so far. Amounts that stay in the stretch follow block
//! by block, those shorter than a block position by position, as in `dp`, while the threads
//! continue.
//!
//! Source: the dynamic programming of Eppstein. Deviation: the order of the steps.

use super::dp::{NimTooLarge, held, steps};
use crate::Effort;
use crate::progress::WorkShare;
use referee_base::parallel;

/// The number of positions in a block.
const BLOCK: usize = 32;

/// The number of amounts for which the values of a block are fetched before any is recorded.
const FETCHED: usize = 64;

/// The number of positions in a stretch, in whole blocks.
const STRETCH: usize = 1 << 14;

/// Returns the nim-values of the positions below `size`; `amounts` are in increasing order.
pub(super) fn values(
    amounts: &[usize],
    size: usize,
    effort: &Effort,
) -> Result<Vec<u16>, NimTooLarge> {
    in_stretches(amounts, size, STRETCH, effort)
}

/// Implements [`values`] in stretches of a given number of positions, in whole blocks.
fn in_stretches(
    amounts: &[usize],
    size: usize,
    stretch: usize,
    effort: &Effort,
) -> Result<Vec<u16>, NimTooLarge> {
    let mut progress = WorkShare::new(effort, steps(amounts, size));
    let mut values = vec![0; size];
    let mut largest = 0;
    for start in (0..size).step_by(stretch) {
        let end = size.min(start + stretch);
        let (before, rest) = values[..end].split_at_mut(start);
        let rows = largest + 1;
        parallel::ordered(
            effort.threads,
            rest.len().div_ceil(BLOCK),
            |block| {
                let mut seen = SeenValues::nothing(rows);
                seen.note(amounts, start + block * BLOCK, before);
                seen.raise_least();
                seen
            },
            |block, mut seen| {
                let (before, rest) = rest.split_at_mut(block * BLOCK);
                // Each new value is at most one more than the largest so far.
                seen.rows.resize(largest + 1 + BLOCK + 1, [0; BLOCK]);
                seen.note(amounts, before.len(), before);
                for lane in 0..rest.len().min(BLOCK) {
                    let (before, rest) = rest.split_at_mut(lane);
                    let least = seen.settle(amounts, lane, before);
                    largest = largest.max(least);
                    rest[0] = held(least)?;
                }
                Ok(())
            },
        )?;
        progress.reached(steps(amounts, end));
    }
    progress.end();
    Ok(values)
}

/// The values seen from the positions of a block.
struct SeenValues {
    /// For each value, whether it is seen from each position: 0 or 1.
    rows: Vec<[u8; BLOCK]>,
    /// For each position, a value below which all values are seen.
    least: [usize; BLOCK],
}

impl SeenValues {
    /// Creates rows for this many values.
    fn nothing(rows: usize) -> SeenValues {
        SeenValues { rows: vec![[0; BLOCK]; rows], least: [0; BLOCK] }
    }

    /// Records all amounts that lead to positions with these values; the block starts `later`
    /// positions after the first of them.
    fn note(&mut self, amounts: &[usize], later: usize, values: &[u16]) {
        let below = |most: usize| amounts.partition_point(|&amount| amount < most);
        // From these indices on, amounts reach back into the values: from some position of the
        // block, and from all.
        let some = below((later + 1).saturating_sub(values.len()));
        let all = below((later + BLOCK).saturating_sub(values.len()));
        // From these indices on, amounts lead to before the values: from some position, and from
        // all.
        let (not_all, none) = (below(later + 1).max(all), below(later + BLOCK));
        let rows = &mut self.rows[..];
        for &amount in amounts[some..all].iter().chain(&amounts[not_all..none]) {
            let lane = amount.saturating_sub(later);
            note_values(rows, lane, &values[later + lane - amount..]);
        }
        let mut fetched = [[0; BLOCK]; FETCHED];
        for amounts in amounts[all..not_all].chunks(FETCHED) {
            for (fetched, &amount) in fetched.iter_mut().zip(amounts) {
                fetched.copy_from_slice(&values[later - amount..][..BLOCK]);
            }
            for fetched in &fetched[..amounts.len()] {
                note_values(rows, 0, fetched);
            }
        }
    }

    /// Raises `least` to the least value that is not seen, for all positions together.
    fn raise_least(&mut self) {
        let mut is_all_seen = [1; BLOCK];
        let mut least = [0u16; BLOCK];
        for row in &self.rows {
            for lane in 0..BLOCK {
                is_all_seen[lane] &= row[lane];
                least[lane] += u16::from(is_all_seen[lane]);
            }
        }
        self.least = least.map(usize::from);
    }

    /// Records the amounts that lead to earlier positions of the block itself; returns the smallest
    /// value that the given position does not see.
    fn settle(&mut self, amounts: &[usize], lane: usize, values: &[u16]) -> usize {
        for &amount in amounts.iter().take_while(|&&amount| amount <= lane) {
            self.rows[usize::from(values[lane - amount])][lane] = 1;
        }
        let unknown = &self.rows[self.least[lane]..];
        self.least[lane] + unknown.iter().take_while(|row| row[lane] == 1).count()
    }
}

/// Records values seen from the positions of the block from `lane` on, one from each.
#[inline(always)]
fn note_values(rows: &mut [[u8; BLOCK]], lane: usize, values: &[u16]) {
    for (lane, &value) in (lane..BLOCK).zip(values) {
        rows[usize::from(value)][lane] = 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nim::dp;
    use crate::{Rule, SEQUENCES};

    #[test]
    fn stretches_and_threads_do_not_show() {
        let sets = [vec![], vec![1], vec![31, 32, 33], vec![2, 5, 700], vec![128]].map(Rule::set);
        for rule in SEQUENCES.iter().map(Rule::Sequence).chain(sets) {
            for (size, stretch) in [(1000, 32), (1023, 64), (1025, 96), (3000, 1024)] {
                let amounts = rule.below(size as u64);
                let expected = dp::values(&amounts, size, &Effort::silent(1));
                for threads in 1..=3 {
                    let found = in_stretches(&amounts, size, stretch, &Effort::silent(threads));
                    assert_eq!(found, expected, "{amounts:?} {size} {stretch} {threads}");
                }
            }
        }
    }
}
