//! The method `blocked`: dynamic programming with one amount at a time for a block of positions.
//!
//! The work is that of `dp`, a step for each position and amount, but its order is kinder to the
//! machine. In `dp` each step reads a value far from the last. Here, an amount that leads out of a
//! block is taken from all positions of the block at once: the values read are neighbours, and the
//! steps write to different sets of values seen, so that none waits for another. The sets of a
//! block stay in the fastest cache. Amounts less than a block follow position by position, as in
//! `dp`.
//!
//! A set is a byte for each value: it is larger than one of bits, but then to add a value is one
//! store. Each new value is at most one more than the largest so far, so a set of a block needs
//! room for the largest one so far and one more for each position of the block; then it has a gap,
//! too.
//!
//! Source: the dynamic programming of Eppstein. Deviation: the order of the steps.

use super::{NimTooLarge, held};

/// The positions of a block.
const BLOCK: usize = 128;

/// The values that are looked at together for a gap.
const CHUNK: usize = 16;

/// The nim-values of the positions below `size`; `amounts` are in increasing order.
pub(super) fn values(amounts: &[usize], size: usize) -> Result<Vec<u16>, NimTooLarge> {
    let (near, far) = amounts.split_at(amounts.partition_point(|&amount| amount < BLOCK));
    let mut values = vec![0; size];
    let mut seen = Vec::new();
    let mut largest = 0;
    for first in (0..size).step_by(BLOCK) {
        let end = size.min(first + BLOCK);
        let width = (largest + 1 + BLOCK + 1).next_multiple_of(CHUNK);
        seen.clear();
        seen.resize(BLOCK * width, 0u8);
        for &amount in far.iter().take_while(|&&amount| amount < end) {
            let from = first.max(amount);
            let rows = seen.chunks_exact_mut(width).skip(from - first);
            for (row, &value) in rows.zip(&values[from - amount..end - amount]) {
                row[usize::from(value)] = 1;
            }
        }
        for (row, position) in seen.chunks_exact_mut(width).zip(first..end) {
            for &amount in near.iter().take_while(|&&amount| amount <= position) {
                row[usize::from(values[position - amount])] = 1;
            }
            let least = gap(row);
            largest = largest.max(least);
            values[position] = held(least)?;
        }
    }
    Ok(values)
}

/// The first value that is not seen.
fn gap(seen: &[u8]) -> usize {
    let full = seen.chunks_exact(CHUNK).take_while(|chunk| **chunk == [1; CHUNK]).count() * CHUNK;
    full + seen[full..].iter().take_while(|&&seen| seen == 1).count()
}
