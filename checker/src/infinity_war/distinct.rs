//! Checks that all moves are distinct, at little cost compared with parsing.
//!
//! Idea: one bit for each of 16 n to 32 n hash values. A move whose bit is already set is a
//! *suspect*: about one in fifty, by chance. A second pass gathers the suspects and all moves that
//! share another hash value with one of them, which includes every move that a suspect repeats.
//! These few are sorted.
//!
//! If the bits do not fit into a cache, the moves are first put into groups of neighbouring bits:
//! reading and writing them once in order costs less than waiting for memory at every bit.
//!
//! Cost: O(n) unless the moves were chosen to collide under the hash function, then O(n log n).
//! Memory: at most 4 n bytes, 8 n more for the groups, and the gathered moves.

use super::geometry::Move;

/// From this many moves on, the bits do not fit into a cache.
const GROUPED_FROM: usize = 1 << 20;

/// The first duplicate: the positions of the first move that repeats an earlier one, and of that
/// earlier one.
pub(super) fn first_duplicate(moves: &[Move]) -> Option<(usize, usize)> {
    let bits = usize::BITS - (moves.len() * 16).leading_zeros();
    let mut seen = BitSet::new(bits);
    let is_suspect = |&m: &Move| seen.insert((mixed(m) >> (64 - bits)) as usize);
    let suspects: Vec<Move> = match moves.len() {
        0..GROUPED_FROM => moves.iter().copied().filter(is_suspect).collect(),
        _ => grouped(moves).into_iter().filter(is_suspect).collect(),
    };
    drop(seen);
    if suspects.is_empty() {
        return None;
    }
    // Other bits of the hash value than in the first set, and a sparser set.
    let bits = bits.min(usize::BITS - (suspects.len() * 64).leading_zeros());
    let slot = |m: Move| (mixed(m) >> 8) as usize & ((1 << bits) - 1);
    let mut suspected = BitSet::new(bits);
    for &m in &suspects {
        suspected.insert(slot(m));
    }
    let mut gathered: Vec<(Move, usize)> = (0..moves.len())
        .filter(|&i| suspected.contains(slot(moves[i])))
        .map(|i| (moves[i], i))
        .collect();
    gathered.sort_unstable();
    let repeats = gathered.windows(2).filter(|pair| pair[0].0 == pair[1].0);
    repeats.map(|pair| (pair[0].1, pair[1].1)).min_by_key(|&(_, later)| later)
}

/// The moves in 256 groups by the highest bits of their hash values.
fn grouped(moves: &[Move]) -> Vec<Move> {
    let group = |m: Move| (mixed(m) >> 56) as usize;
    let mut starts = [0; 257];
    for &m in moves {
        starts[group(m) + 1] += 1;
    }
    for i in 1..starts.len() {
        starts[i] += starts[i - 1];
    }
    let mut grouped = vec![Move { dx: 0, dy: 0 }; moves.len()];
    for &m in moves {
        let at = &mut starts[group(m)];
        grouped[*at] = m;
        *at += 1;
    }
    grouped
}

/// Fibonacci hashing: its high bits depend on all of the move, its low ones on less.
#[inline]
fn mixed(m: Move) -> u64 {
    let key = u64::from(m.dx as u32) << 32 | u64::from(m.dy as u32);
    // The high half is folded in first so that columns count as much as rows.
    (key ^ (key >> 29)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

struct BitSet(Vec<u64>);

impl BitSet {
    fn new(bits: u32) -> Self {
        BitSet(vec![0; (1usize << bits).div_ceil(64)])
    }

    /// Sets a bit, and returns whether it was set before.
    #[inline]
    fn insert(&mut self, bit: usize) -> bool {
        let word = &mut self.0[bit / 64];
        let mask = 1 << (bit % 64);
        let before = *word & mask != 0;
        *word |= mask;
        before
    }

    #[inline]
    fn contains(&self, bit: usize) -> bool {
        self.0[bit / 64] >> (bit % 64) & 1 != 0
    }
}

#[cfg(test)]
mod tests;
