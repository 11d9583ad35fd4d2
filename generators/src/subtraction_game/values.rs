//! The values of heaps, computed by the generators independently: the checker then confirms the
//! promises that a family derives from them.
//!
//! Nim-values are computed in layers, unlike in the checker. Layer 0 are the cold heaps: going up,
//! a heap is cold unless a move leads to a cold one, found before. Layer k is found in the same way
//! among the heaps that are in no layer below k. Such a heap has a move to each lower layer, and
//! those that layer k takes in have none to layer k: their value is k.

use referee_checker::subtraction_game::{HeapMove, Rule};

/// The nim-values of all heaps up to some size.
pub(super) struct NimValues {
    amounts: Vec<u64>,
    values: Vec<u32>,
}

impl NimValues {
    /// Evaluates all heaps up to `size`.
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

    /// Returns the value of a heap.
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

/// Returns the heaps among some that have no move to another returned heap.
fn layer(amounts: &[u64], size: u64, is_among: impl Fn(u64) -> bool) -> Vec<u64> {
    let mut leads_there = vec![false; size as usize + 1];
    let mut found = Vec::new();
    for heap in 0..=size {
        if leads_there[heap as usize] || !is_among(heap) {
            continue;
        }
        found.push(heap);
        for &amount in amounts.iter().take_while(|&&amount| heap + amount <= size) {
            leads_there[(heap + amount) as usize] = true;
        }
    }
    found
}
