//! Cold positions by residue class: position M m + a is bit m of class a.
//!
//! Superblocks lie one after the other, each with one row for each class. So a superblock holds
//! just as many positions as bits, and all can be put into plain order in place. Words before
//! position 0 are there, and 0. A row ends with a copy of the first tile of the next superblock, so
//! that a tile's worth of words can be read from anywhere in one piece.

use super::Cold;

/// The words of a stripe: what is settled at once.
pub(super) const STRIPE: usize = 8;

/// The words of a tile: what is shifted at once.
pub(super) const TILE: usize = 64;

/// Bits of all classes. A place is the number of a word in its class, with the superblock of zeros
/// before position 0 counted: [`Classes::origin`] is where position 0 is.
pub(super) struct Classes {
    modulus: usize,
    /// The words of a class in a superblock are 2 to this.
    log: u32,
    bits: Vec<u64>,
}

impl Classes {
    /// Room for so many superblocks of so many words a class, a power of two.
    pub(super) fn new(modulus: usize, words: usize, superblocks: usize) -> Classes {
        let bits = vec![0; (superblocks + 1) * modulus * (words + TILE)];
        Classes { modulus, log: words.ilog2(), bits }
    }

    /// The place of the first word with positions.
    pub(super) fn origin(&self) -> usize {
        1 << self.log
    }

    /// The words of a class from a place on, as far as its superblock goes, and a tile more.
    #[inline]
    pub(super) fn from(&self, class: usize, place: usize) -> &[u64] {
        let words = 1 << self.log;
        let row = (place >> self.log) * self.modulus + class;
        let row = &self.bits[row * (words + TILE)..][..words + TILE];
        &row[place & (words - 1)..]
    }

    /// Makes a bit of a class 1.
    pub(super) fn insert(&mut self, class: usize, place: usize, bit: usize) {
        let words = 1 << self.log;
        let (row, at) = ((place >> self.log) * self.modulus + class, place & (words - 1));
        self.bits[row * (words + TILE) + at] |= 1 << bit;
        if at < TILE {
            let previous = row - self.modulus;
            self.bits[previous * (words + TILE) + words + at] |= 1 << bit;
        }
    }

    /// The numbers of the bits of a class that are 1, from one superblock up to another.
    pub(super) fn list(&self, class: usize, from: usize, to: usize) -> Vec<u64> {
        let words = 1 << self.log;
        let rows = (from..to).map(|superblock| self.from(class, (superblock + 1) * words));
        let rows = rows
            .zip(from..)
            .flat_map(|(row, superblock)| row[..words].iter().zip((superblock * words) as u64..));
        rows.flat_map(|(&word, place)| ones(word).map(move |bit| 64 * place + bit as u64)).collect()
    }

    /// All positions below `size` in plain order.
    pub(super) fn into_plain(mut self, size: u64) -> Cold {
        let words = 1 << self.log;
        let row = words + TILE;
        let superblocks = self.bits.len() / (self.modulus * row) - 1;
        for superblock in 0..superblocks {
            // What is written ends before what is still to be read begins.
            let (plain, rows) = self.bits.split_at_mut((superblock + 1) * self.modulus * row);
            let plain = &mut plain[superblock * self.modulus * words..][..self.modulus * words];
            plain.fill(0);
            for (class, row) in rows.chunks_exact(row).take(self.modulus).enumerate() {
                for (at, &word) in row[..words].iter().enumerate() {
                    for bit in ones(word) {
                        let position = (64 * at + bit) * self.modulus + class;
                        plain[position / 64] |= 1 << (position % 64);
                    }
                }
            }
        }
        self.bits.truncate(size.div_ceil(64) as usize);
        self.bits.shrink_to_fit();
        Cold::from_words(size, self.bits)
    }
}

/// The numbers of the bits of a word that are 1.
pub(super) fn ones(word: u64) -> impl Iterator<Item = usize> {
    let rest = |&left: &u64| Some(left & left.wrapping_sub(1));
    let words = std::iter::successors(Some(word), rest).take_while(|&left| left != 0);
    words.map(|left| left.trailing_zeros() as usize)
}
