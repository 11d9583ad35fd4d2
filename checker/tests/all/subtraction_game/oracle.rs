//! The naive oracle: positions of all heaps together, won or lost by trying every move, with no
//! values of single heaps to get wrong.

use std::collections::HashMap;

/// The games under one rule.
pub(crate) struct Oracle {
    /// The allowed amounts, up to the largest heap.
    amounts: Vec<u64>,
    /// The positions evaluated so far, and all that can be reached from them.
    known: HashMap<Vec<u64>, bool>,
}

impl Oracle {
    pub(crate) fn new(amounts: Vec<u64>) -> Oracle {
        Oracle { amounts, known: HashMap::new() }
    }

    pub(crate) fn amounts(&self) -> &[u64] {
        &self.amounts
    }

    /// The position after a move, with the heap counted from 1; `None` if the move is illegal.
    pub(crate) fn after(&self, position: &[u64], heap: i64, take: i64) -> Option<Vec<u64>> {
        let heap = usize::try_from(heap).ok()?.checked_sub(1)?;
        let take = u64::try_from(take).ok().filter(|take| self.amounts.contains(take))?;
        let mut left = position.to_vec();
        let size = left.get_mut(heap)?;
        *size = size.checked_sub(take)?;
        Some(left)
    }

    /// Whether the player to move loses: every move leaves a position that is not cold.
    pub(crate) fn is_cold(&mut self, position: &[u64]) -> bool {
        if let Some(&known) = self.known.get(position) {
            return known;
        }
        let moves = (1..=position.len() as i64)
            .flat_map(|heap| self.amounts.iter().map(move |&take| (heap, take as i64)));
        let left: Vec<Vec<u64>> =
            moves.filter_map(|(heap, take)| self.after(position, heap, take)).collect();
        let is_cold = !left.iter().any(|left| self.is_cold(left));
        self.known.insert(position.to_vec(), is_cold);
        is_cold
    }
}
