//! The set of cold positions, with one bit each.

use std::ops::Range;

use crate::bits::ones;

/// The cold positions below some N.
#[derive(Clone, PartialEq, Eq)]
pub struct Cold {
    size: u64,
    /// Bit i of word w is position 64 w + i; bits from N on are 0.
    words: Vec<u64>,
}

impl Cold {
    /// Returns the positions below `size`, none of them cold.
    pub fn none(size: u64) -> Cold {
        Cold { size, words: vec![0; size.div_ceil(64) as usize] }
    }

    /// Returns the positions below `size` from words of 64 bits, in which a set bit is cold; bits
    /// from `size` on are ignored.
    pub fn from_words(size: u64, mut words: Vec<u64>) -> Cold {
        words.resize(size.div_ceil(64) as usize, 0);
        if let (Some(last), 1..) = (words.last_mut(), size % 64) {
            *last &= (1 << (size % 64)) - 1;
        }
        Cold { size, words }
    }

    /// Returns the positions below `size` from words of 64 bits, in which a set bit is hot.
    pub(super) fn from_hot(size: u64, mut hot: Vec<u64>) -> Cold {
        hot.iter_mut().for_each(|word| *word = !*word);
        Cold::from_words(size, hot)
    }

    /// Returns the number of positions.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Returns the bits, 64 per word.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Returns whether a position is cold. It must be below [`Cold::size`].
    pub fn has(&self, position: u64) -> bool {
        self.words[(position / 64) as usize] >> (position % 64) & 1 == 1
    }

    /// Makes a position cold. It must be below [`Cold::size`].
    pub fn insert(&mut self, position: u64) {
        self.words[(position / 64) as usize] |= 1 << (position % 64);
    }

    /// Returns the number of cold positions below `below`.
    pub fn count(&self, below: u64) -> u64 {
        self.count_in(0..below)
    }

    /// Returns the number of cold positions in a range.
    pub fn count_in(&self, range: Range<u64>) -> u64 {
        let (start, end) = (range.start.min(self.size), range.end.min(self.size));
        if start >= end {
            return 0;
        }
        let (first, last) = ((start / 64) as usize, ((end - 1) / 64) as usize);
        let ones = |word: &u64| u64::from(word.count_ones());
        let all = self.words[first..=last].iter().map(ones).sum::<u64>();
        let before = self.words[first] & !(u64::MAX << (start % 64));
        let after = self.words[last] & u64::MAX.checked_shl(1 + (end - 1) as u32 % 64).unwrap_or(0);
        all - ones(&before) - ones(&after)
    }

    /// Returns the cold positions, in increasing order.
    pub fn iter(&self) -> impl Iterator<Item = u64> {
        let words = self.words.iter().enumerate();
        words.flat_map(|(at, &word)| ones(word).map(move |bit| (64 * at + bit) as u64))
    }
}

impl std::fmt::Debug for Cold {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Cold(below {}: {:?}...)", self.size, self.iter().take(20).collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_counted_and_listed() {
        for size in [1, 63, 64, 65, 200] {
            let mut cold = Cold::none(size);
            let chosen: Vec<u64> = (0..size).filter(|n| n % 5 == 0 || n % 64 == 63).collect();
            chosen.iter().for_each(|&n| cold.insert(n));
            assert_eq!(cold.iter().collect::<Vec<_>>(), chosen);
            for below in 0..=size {
                let expected = chosen.iter().filter(|&&n| n < below).count() as u64;
                assert_eq!(cold.count(below), expected, "{size} {below}");
                let behind = chosen.len() as u64 - expected;
                assert_eq!(cold.count_in(below..size + 9), behind, "{size} {below}");
            }
            assert_eq!(cold.count(size + 1000), chosen.len() as u64);
            assert!((0..size).all(|n| cold.has(n) == chosen.contains(&n)));
            let mut words = cold.words().to_vec();
            words.push(u64::MAX);
            assert_eq!(Cold::from_words(size, words), cold);
        }
        assert_eq!(Cold::from_words(3, vec![u64::MAX]).count(100), 3);
        assert_eq!(Cold::none(0).iter().count(), 0);
    }
}
