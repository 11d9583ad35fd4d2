//! Finite sets: finds and proves the period of their cold positions, and answers queries for any
//! position.
//!
//! Whether a position is cold depends only on the window before it, as long as the greatest amount.
//! So the cold positions repeat once a window repeats. R. P. Brent's algorithm ("An improved Monte
//! Carlo factorization algorithm", 1980) finds the first repetition: the window at 1, 2, 4, 8, ...
//! is compared with all that follow, up to the next of these. Different windows may agree in many
//! positions, so their rolling hashes are compared first (R. M. Karp, M. O. Rabin, "Efficient
//! randomized pattern-matching algorithms", 1987), and all bits only if these are equal.
//! This takes O((preperiod + period) (1 + k / 64)) steps for k amounts. The preperiod is then the
//! end of the last difference between the sequence and itself one period later.

use super::Cold;
use super::words::Walk;
use crate::{Period, Rule};

/// The base of the hash of a window; it is odd, so no position of a window loses its weight.
const BASE: u64 = 0x9e37_79b9_7f4a_7c15;

/// All cold positions of a finite set, without an upper bound.
#[derive(Debug, Clone)]
pub struct Periodic {
    /// The period.
    pub period: Period,
    /// The cold positions before the first repetition.
    cold: Cold,
}

impl Periodic {
    /// Finds the period of a finite set within the first `most` positions. `None` if the rule is an
    /// infinite sequence, or the repetition cannot be proved from these positions.
    pub fn find(rule: &Rule, most: u64) -> Option<Periodic> {
        let Rule::Set(amounts) = rule else { return None };
        let window = amounts.last().copied().unwrap_or(0);
        if window > most {
            return None;
        }
        let mut walk = Walk::new(amounts.clone());
        let (from, to) = first_repetition(&mut walk, window, most)?;
        let period = to - from;
        let cold = Cold::from_words(to, walk.cold.split_off(walk.before));
        let differs = |&n: &u64| cold.has(n) != cold.has(n + period);
        let preperiod = (0..from).rev().find(differs).map_or(0, |last| last + 1);
        let words = cold.words()[..(preperiod + period).div_ceil(64) as usize].to_vec();
        let cold = Cold::from_words(preperiod + period, words);
        Some(Periodic { period: Period { preperiod, length: period }, cold })
    }

    /// Returns whether a position is cold.
    pub fn is_cold(&self, position: u64) -> bool {
        self.cold.has(self.period.first_like(position))
    }

    /// Returns the number of cold positions below `below`.
    pub fn count(&self, below: u64) -> u64 {
        let Period { preperiod, length: period } = self.period;
        let Some(after) = below.checked_sub(preperiod) else { return self.cold.count(below) };
        let first = self.cold.count(preperiod);
        let each = self.cold.count(preperiod + period) - first;
        // At most `below`, so it does not overflow.
        after / period * each + self.cold.count(preperiod + after % period)
    }
}

/// Returns the first two positions, in the order in which Brent's algorithm compares them, with the
/// same window before them. The second is the next repetition of the first.
fn first_repetition(walk: &mut Walk, window: u64, most: u64) -> Option<(u64, u64)> {
    let before = 64 * walk.before as u64;
    let weight = (0..window).fold(1, |power: u64, _| power.wrapping_mul(BASE));
    let mut hash = 0u64;
    let (mut from, mut hash_of_from) = (0, None);
    for to in 1..=most {
        walk.reach(to.div_ceil(64) as usize);
        let (enters, leaves) = match window {
            0 => (0, 0),
            _ => (bits(&walk.cold, before + to, 1), bits(&walk.cold, before + to - window, 1)),
        };
        hash =
            hash.wrapping_mul(BASE).wrapping_add(enters).wrapping_sub(leaves.wrapping_mul(weight));
        if hash_of_from == Some(hash) && same_window(walk, from, to, window) {
            return Some((from, to));
        }
        if to == 1 || to == 2 * from {
            (from, hash_of_from) = (to, Some(hash));
        }
    }
    None
}

/// Returns whether the windows before two positions are equal.
fn same_window(walk: &Walk, from: u64, to: u64, window: u64) -> bool {
    // Bit numbers count the words before position 0, which are longer than the window.
    let (from, to) = (64 * walk.before as u64 + from, 64 * walk.before as u64 + to);
    // From the end, 64 positions at a time: different windows mostly differ in the first
    // comparison.
    (0..window).step_by(64).all(|back| {
        let length = 64.min(window - back);
        bits(&walk.cold, from - back, length) == bits(&walk.cold, to - back, length)
    })
}

/// Returns the bits before number `end`, 1 to 64 of them.
fn bits(words: &[u64], end: u64, length: u64) -> u64 {
    let (at, shift) = (((end - length) / 64) as usize, (end - length) % 64);
    let upper = match shift {
        0 => 0,
        shift => words.get(at + 1).map_or(0, |word| word << (64 - shift)),
    };
    (words[at] >> shift | upper) & (u64::MAX >> (64 - length))
}
