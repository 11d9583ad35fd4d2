//! The values of heaps, computed by the generators independently of the checker, which then
//! confirms the promises that a family derives from them.
//!
//! Nim-values are computed in layers, unlike in the checker. Layer 0 has the cold heaps: in
//! increasing order, a heap is cold unless a move leads to a cold one found before. Layer k is
//! found in the same way among the heaps that are in no lower layer. Each of these has a move to
//! every lower layer, and those in layer k have none to layer k: their value is k.

use referee_checker::subtraction_game::{HeapMove, Rule};

/// The nim-values of all heaps up to some size.
pub(super) struct NimValues {
    amounts: Vec<u64>,
    values: Vec<u32>,
}

impl NimValues {
    pub(super) fn new(rule: &Rule, size: u64) -> NimValues {
        let amounts = rule.up_to(size);
        let mut values = vec![u32::MAX; size as usize + 1];
        let mut left = values.len();
        for value in 0.. {
            if left == 0 {
                break;
            }
            let layer = layer(&amounts, size, |heap| values[heap as usize] == u32::MAX);
            left -= layer.len();
            layer.into_iter().for_each(|heap| values[heap as usize] = value);
        }
        NimValues { amounts, values }
    }

    pub(super) fn of(&self, heap: u64) -> u32 {
        self.values[heap as usize]
    }

    /// Returns the values of all heaps, added without carry.
    pub(super) fn sum(&self, heaps: &[u64]) -> u32 {
        heaps.iter().fold(0, |sum, &heap| sum ^ self.of(heap))
    }

    /// Returns the heaps whose value is wanted, in increasing order.
    pub(super) fn heaps_worth(&self, is_wanted: impl Fn(u32) -> bool) -> Vec<u64> {
        (0..self.values.len() as u64).filter(|&heap| is_wanted(self.of(heap))).collect()
    }

    /// Returns all moves that leave a cold position.
    pub(super) fn winning_moves(&self, heaps: &[u64]) -> Vec<HeapMove> {
        let sum = self.sum(heaps);
        let mut moves = Vec::new();
        for (heap, &size) in (1..).zip(heaps) {
            let wanted = sum ^ self.of(size);
            let takes = self.amounts.iter().take_while(|&&take| take <= size);
            let wins = takes.filter(|&&take| self.of(size - take) == wanted);
            moves.extend(wins.map(|&take| HeapMove { heap, take: take as i64 }));
        }
        moves
    }

    /// Returns the amounts that may be taken from the largest heap, in increasing order.
    pub(super) fn amounts(&self) -> &[u64] {
        &self.amounts
    }
}

/// Returns the heaps up to `size` that are cold alone, in increasing order.
pub(super) fn cold_heaps(rule: &Rule, size: u64) -> Vec<u64> {
    layer(&rule.up_to(size), size, |_| true)
}

/// The number of heaps marked at a time: as many as fit the cache.
const BLOCK: u64 = 1 << 17;

/// Returns those of the selected heaps that have no move to another returned heap.
///
/// Works block by block: heaps found in earlier blocks first mark the whole block, one amount after
/// another; heaps found within it mark the rest of it immediately.
fn layer(amounts: &[u64], size: u64, is_among: impl Fn(u64) -> bool) -> Vec<u64> {
    let mut found: Vec<u64> = Vec::new();
    // For each amount, the first heap found so far that it may still reach from above.
    let mut next = vec![0; amounts.len()];
    let mut leads_there = vec![false; BLOCK.min(size + 1) as usize];
    for start in (0..=size).step_by(BLOCK as usize) {
        let end = (start + BLOCK).min(size + 1);
        leads_there.fill(false);
        for (next, &amount) in next.iter_mut().zip(amounts) {
            *next += found[*next..].partition_point(|&heap| heap + amount < start);
            let here = found[*next..].partition_point(|&heap| heap + amount < end);
            for heap in &found[*next..*next + here] {
                leads_there[(heap + amount - start) as usize] = true;
            }
            *next += here;
        }
        for heap in start..end {
            if leads_there[(heap - start) as usize] || !is_among(heap) {
                continue;
            }
            found.push(heap);
            for amount in amounts.iter().take_while(|&&amount| heap + amount < end) {
                leads_there[(heap + amount - start) as usize] = true;
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Returns the value of each heap up to `size`, by its definition.
    fn by_definition(amounts: &[u64], size: u64) -> Vec<u32> {
        let mut values = Vec::new();
        for heap in 0..=size {
            let below = amounts.iter().take_while(|&&amount| amount <= heap);
            let below: BTreeSet<u32> =
                below.map(|amount| values[(heap - amount) as usize]).collect();
            values.push((0..).find(|value| !below.contains(value)).expect("there is always one"));
        }
        values
    }

    /// Heaps up to a few beyond two blocks, which an amount can cross.
    #[test]
    fn layers_agree_with_the_definition() {
        let sets = [
            vec![],
            vec![1],
            vec![2, 5, 3],
            vec![63, 64, 65],
            vec![BLOCK - 1, BLOCK, BLOCK + 1],
            vec![1, 2 * BLOCK + 1],
            vec![4, 9, 1000, 300_000],
        ];
        for mut set in sets {
            set.sort_unstable();
            let size = 2 * BLOCK + 5;
            let values = NimValues::new(&Rule::Set(set.clone()), size);
            assert_eq!(values.values, by_definition(&set, size), "{set:?}");
            let cold = cold_heaps(&Rule::Set(set.clone()), size);
            assert_eq!(cold, values.heaps_worth(|value| value == 0), "{set:?}");
        }
        for size in (0..70).chain([5000]) {
            let values = NimValues::new(&Rule::Squares, size);
            assert_eq!(values.values, by_definition(&Rule::Squares.up_to(size), size), "{size}");
        }
    }
}
