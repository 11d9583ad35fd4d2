//! The moves from a residue class to another, as shifts of the former's bits.
//!
//! Shifts by the same number of bits within a word are one group: their sources are united word by
//! word, and only the union is shifted.

use super::classes::{Classes, TILE, ones};
use std::ops::Range;

/// The shifts by which one class marks another.
pub(super) struct Shifts {
    /// The shifts shorter than a tile, increasing.
    near: Vec<u32>,
    /// For each number of bits the whole words of its shifts, increasing.
    words: Vec<u32>,
    /// Where the group of each number of bits begins in `words`, and the end.
    starts: [usize; 65],
}

/// What shifts have left open of a tile or stripe.
#[derive(PartialEq, Eq)]
pub(super) enum Open {
    Many,
    /// So few words that their positions had better be looked up, for the groups from this one on.
    Few(usize),
    Nothing,
}

impl Shifts {
    /// From shifts in increasing order.
    pub(super) fn new(shifts: impl Iterator<Item = u64> + Clone) -> Shifts {
        let mut starts = [0; 65];
        let mut words = Vec::new();
        let mut groups: [Vec<u32>; 64] = std::array::from_fn(|_| Vec::new());
        for shift in shifts.clone() {
            groups[(shift % 64) as usize].push((shift / 64) as u32);
        }
        for (bits, group) in groups.iter().enumerate() {
            words.extend(group);
            starts[bits + 1] = words.len();
        }
        let near = shifts.take_while(|&shift| shift < 64 * TILE as u64);
        Shifts { near: near.map(|shift| shift as u32).collect(), words, starts }
    }

    /// The shifts by `bits` and some number of whole words in a range.
    #[inline]
    fn group(&self, bits: usize, range: &Range<usize>) -> &[u32] {
        let group = &self.words[self.starts[bits]..self.starts[bits + 1]];
        let below = |limit: usize| group.partition_point(|&word| (word as usize) < limit);
        &group[below(range.start)..below(range.end)]
    }

    /// Marks the tile at a place by those shifts of a class whose whole words are in a range.
    pub(super) fn mark(
        &self,
        hot: &mut [u64; TILE],
        (classes, class): (&Classes, usize),
        place: usize,
        range: &Range<usize>,
    ) -> Open {
        for bits in 0..64 {
            let group = self.group(bits, range);
            if group.is_empty() {
                continue;
            }
            // The words that are shifted into the tile, and the one before these.
            let mut union = [0; TILE];
            let mut before = 0;
            let source = |back: u32| &classes.from(class, place - 1 - back as usize)[..TILE + 1];
            let (fours, rest) = group.as_chunks::<4>();
            for &[a, b, c, d] in fours {
                let (a, b, c, d) = (source(a), source(b), source(c), source(d));
                before |= a[0] | b[0] | c[0] | d[0];
                for (i, word) in union.iter_mut().enumerate() {
                    *word |= a[i + 1] | b[i + 1] | c[i + 1] | d[i + 1];
                }
            }
            for &back in rest {
                let source = source(back);
                before |= source[0];
                for (word, source) in union.iter_mut().zip(&source[1..]) {
                    *word |= source;
                }
            }
            match shift_in(hot, &union, before, bits) {
                0 => return Open::Nothing,
                open if open <= FEW_WORDS => return Open::Few(bits + 1),
                _ => {}
            }
        }
        Open::Many
    }

    /// Marks the stripe at a place by all shifts of a class that are shorter than a tile.
    pub(super) fn mark_near<const WORDS: usize>(
        &self,
        hot: &mut [u64; WORDS],
        (classes, class): (&Classes, usize),
        place: usize,
    ) {
        for &shift in &self.near {
            let (back, bits) = ((shift / 64) as usize, shift % 64);
            let source = &classes.from(class, place - 1 - back)[..WORDS + 1];
            for (i, word) in hot.iter_mut().enumerate() {
                *word |= source[i + 1] << bits | source[i] >> 1 >> (63 - bits);
            }
        }
    }

    /// Whether one of those shifts, from a group on, leads from a bit of a class that is 1 to that
    /// one.
    pub(super) fn reach(
        &self,
        (place, bit): (usize, usize),
        (classes, class): (&Classes, usize),
        first: usize,
        range: &Range<usize>,
    ) -> bool {
        (first..64).any(|bits| {
            let (place, bit) = match bit.checked_sub(bits) {
                Some(bit) => (place, bit),
                None => (place - 1, bit + 64 - bits),
            };
            let has = |&back: &u32| classes.from(class, place - back as usize)[0] >> bit & 1 == 1;
            self.group(bits, range).iter().any(has)
        })
    }
}

/// A tile with at most so many words in which not all is hot has these looked up.
const FEW_WORDS: usize = 3;

/// Marks `hot` by a union of words and the one before them, shifted by so many bits. Returns the
/// number of words in which not all is hot.
fn shift_in(hot: &mut [u64; TILE], union: &[u64; TILE], before: u64, bits: usize) -> usize {
    // Twice, since by 64 at once one cannot shift.
    let carry = |word: u64| word >> 1 >> (63 - bits);
    hot[0] |= union[0] << bits | carry(before);
    for i in 1..TILE {
        hot[i] |= union[i] << bits | carry(union[i - 1]);
    }
    hot.iter().map(|&word| usize::from(word != u64::MAX)).sum()
}

/// The bits of a tile or stripe that are 0: the number of the word, and that of the bit in it.
pub(super) fn zeros(words: &[u64]) -> impl Iterator<Item = (usize, usize)> {
    let open = words.iter().enumerate().filter(|&(_, &word)| word != u64::MAX);
    open.flat_map(|(at, &word)| ones(!word).map(move |bit| (at, bit)))
}
