//! Finite sets, 64 positions at a time.
//!
//! A position is hot if it is an amount after a cold one, so the hot positions of a word are the
//! union of earlier words shifted by the amounts. Amounts below 64 act within the word as well,
//! where the cold positions are taken in order, each with one shift of the mask of all small
//! amounts. O(n k / 64 + c) for k amounts and c cold positions below n.

use super::Cold;
use crate::progress::WorkShare;
use crate::{Effort, Rule};

/// The number of words between two reports of progress.
const STEP: usize = 1 << 10;

/// Finds the cold positions below `size`.
pub fn find(rule: &Rule, size: u64, effort: &Effort) -> Cold {
    let mut progress = WorkShare::new(effort, size);
    let words = size.div_ceil(64) as usize;
    let mut walk = Walk::new(rule.up_to(size));
    walk.cold.reserve_exact(words);
    for start in (0..words).step_by(STEP) {
        progress.reached(64 * start as u64);
        walk.reach(words.min(start + STEP));
    }
    progress.end();
    walk.cold.drain(..walk.before);
    Cold::from_words(size, walk.cold)
}

/// Estimates the memory in bytes, with the list of amounts: a bit per position, including those
/// before position 0.
pub(super) fn memory(rule: &Rule, size: u64) -> u64 {
    let before = rule.up_to(size).last().map_or(0, |most| most / 8 + 8);
    rule.memory(size) + size / 8 + before
}

/// The cold positions of a finite set computed so far.
pub(super) struct Walk {
    amounts: Vec<u64>,
    /// Bit s for each amount s below 64.
    small: u64,
    /// The number of words before position 0, which have no cold positions: as many as the greatest
    /// amount reaches.
    pub(super) before: usize,
    pub(super) cold: Vec<u64>,
}

impl Walk {
    pub(super) fn new(amounts: Vec<u64>) -> Walk {
        let small = amounts.iter().filter(|&&amount| amount < 64).fold(0, |all, s| all | 1 << s);
        let before = amounts.last().map_or(0, |most| (most / 64) as usize + 1);
        Walk { amounts, small, before, cold: vec![0; before] }
    }

    /// Computes the cold positions of the first `words` words.
    pub(super) fn reach(&mut self, words: usize) {
        self.cold.reserve((self.before + words).saturating_sub(self.cold.len()));
        while self.cold.len() < self.before + words {
            let word = self.next();
            self.cold.push(word);
        }
    }

    fn next(&self) -> u64 {
        let at = self.cold.len();
        let mut hot = 0;
        for &amount in &self.amounts {
            let (back, shift) = ((amount / 64) as usize, amount % 64);
            // With `back` = 0 this is the word itself, which does not exist yet and so has no cold
            // positions.
            let lower = self.cold.get(at - back).map_or(0, |word| word << shift);
            let upper = if shift > 0 { self.cold[at - back - 1] >> (64 - shift) } else { 0 };
            hot |= lower | upper;
        }
        let mut cold = 0;
        let mut left = !hot;
        while left != 0 {
            let bit = left.trailing_zeros();
            cold |= 1 << bit;
            hot |= self.small << bit;
            // Shifted twice, since shifting by 64 would overflow.
            left = !hot & (u64::MAX << bit << 1);
        }
        cold
    }
}
