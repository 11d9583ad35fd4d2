//! Checks that all moves are distinct, at little cost beside parsing.
//!
//! Idea: one bit for each of 16 n to 32 n hash values. A move whose bit is already set is a
//! *suspect*: about one in fifty, by chance. A second pass gathers the suspects and whatever shares
//! another hash value with one of them, as every move does that a suspect repeats. These few are
//! sorted.
//!
//! If the bits do not fit into a cache, the moves are first put into groups of neighbouring bits:
//! reading and writing them once in order costs less than waiting for memory at every bit.
//!
//! Cost: O(n) for moves that do not conspire against the hash function, O(n log n) for those that
//! do. Memory: 4 n bytes at most, 8 n more for the groups, and what is gathered.

use super::geometry::Move;

/// From this many moves on, their bits do not fit into a cache.
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
    // Bits of the hash value that the first set did not look at, and a sparser set.
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
mod tests {
    use super::*;

    /// The naive oracle: every pair.
    fn naive(moves: &[Move]) -> Option<(usize, usize)> {
        (0..moves.len()).find_map(|later| {
            (0..later).find(|&first| moves[first] == moves[later]).map(|first| (first, later))
        })
    }

    #[test]
    fn agrees_with_every_pair_on_small_lists() {
        for width in 1..=5i32 {
            for seed in 0..200u32 {
                let mut state = seed.wrapping_mul(2_654_435_761).wrapping_add(width as u32);
                let moves: Vec<Move> = (0..(seed % 23))
                    .map(|_| {
                        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                        let dx = (state >> 16) as i32 % width;
                        Move { dx, dy: (state >> 24) as i32 % width - 1 }
                    })
                    .collect();
                let found = first_duplicate(&moves);
                let expected = naive(&moves);
                assert_eq!(found.map(|d| d.1), expected.map(|d| d.1), "{moves:?}");
                if let Some((first, second)) = found {
                    assert!(first < second && moves[first] == moves[second]);
                }
            }
        }
    }

    #[test]
    fn a_full_grid_is_distinct_and_one_repeat_is_found() {
        let mut moves: Vec<Move> =
            (-150..150).flat_map(|dx| (-150..150).map(move |dy| Move { dx, dy })).collect();
        assert_eq!(first_duplicate(&moves), None);
        moves.push(moves[77]);
        assert_eq!(first_duplicate(&moves), Some((77, 90_000)));
    }

    #[test]
    fn so_is_one_repeat_among_many() {
        let grid = (-550..550).flat_map(|dx| (-500..500).map(move |dy| Move { dx, dy }));
        let mut moves: Vec<Move> = grid.collect();
        assert!(moves.len() >= GROUPED_FROM);
        assert_eq!(first_duplicate(&moves), None);
        moves.swap(3, 1_000_000);
        moves.push(moves[3]);
        moves.push(moves[70_000]);
        assert_eq!(first_duplicate(&moves), Some((3, 1_100_000)));
    }

    #[test]
    fn groups_hold_every_move_once() {
        let moves: Vec<Move> = (0..5000).map(|i| Move { dx: i % 71, dy: -i }).collect();
        let mut in_groups = grouped(&moves);
        assert!(in_groups.is_sorted_by_key(|&m| mixed(m) >> 56));
        in_groups.sort_unstable_by_key(|m| -m.dy);
        assert_eq!(in_groups, moves);
    }
}
