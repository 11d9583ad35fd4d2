//! Cold positions by residue class: position M m + a is bit m of class a.
//!
//! Superblocks follow each other, each with one row per class. A superblock has as many bits as
//! positions, so all positions can be put into plain order in place. The words before position 0
//! are 0. A row ends with a copy of the first words of the next superblock, so that a window of
//! words can be read from anywhere in one piece.
//!
//! A shift by any number of bits consists of one by whole bytes, which costs nothing if bytes can
//! be addressed, and one by up to 7 bits. So words are stored with their lowest byte first, as on
//! x86.

use super::Cold;
use crate::bits::ones;

/// The words of a stripe, which is settled as a whole.
pub(super) const STRIPE: usize = 8;

/// The words of a tile, which is shifted as a whole.
pub(super) const TILE: usize = 64;

/// The words of the longest window: a tile and the word before.
const WINDOW: usize = TILE + 1;

/// The bits of all classes. A place is the index of a word in its class, counting the superblock of
/// zeros before position 0: [`Classes::origin`] is the place of position 0.
pub(super) struct Classes {
    modulus: usize,
    /// The binary logarithm of the number of words of a class in a superblock.
    log: u32,
    bits: Vec<u64>,
}

/// The bytes of one class.
#[derive(Clone, Copy)]
pub(super) struct Bytes<'a> {
    rows: &'a [u8],
    /// The binary logarithm of the number of bytes of a superblock.
    log: u32,
    /// The distance from a row to the next of the same class.
    stride: usize,
}

impl<'a> Bytes<'a> {
    /// Returns `BYTES` bytes from number `at` on, at most a window.
    #[inline(always)]
    pub(super) fn from<const BYTES: usize>(self, at: usize) -> &'a [u8; BYTES] {
        let start = (at >> self.log) * self.stride + (at & ((1 << self.log) - 1));
        self.rows[start..].first_chunk().expect("a row goes on for a window")
    }
}

impl Classes {
    /// Allocates superblocks of `words` words per class, a power of two, more than a tile.
    pub(super) fn new(modulus: usize, words: usize, superblocks: usize) -> Classes {
        debug_assert!(words >= WINDOW && words.is_power_of_two());
        let bits = vec![0; (superblocks + 1) * modulus * (words + WINDOW)];
        Classes { modulus, log: words.ilog2(), bits }
    }

    /// Estimates how many bytes that takes.
    pub(super) fn memory(modulus: u64, words: u64, superblocks: u64) -> u64 {
        (superblocks + 1) * modulus * (words + WINDOW as u64) * 8
    }

    /// Returns the place of the first word with positions.
    pub(super) fn origin(&self) -> usize {
        1 << self.log
    }

    /// Returns the number of words of a row.
    fn row(&self) -> usize {
        (1 << self.log) + WINDOW
    }

    /// Returns the bytes of a class; byte numbers are 8 times the place of a word, and so on.
    #[inline]
    pub(super) fn bytes(&self, class: usize) -> Bytes<'_> {
        let rows = bytemuck::cast_slice(&self.bits[class * self.row()..]);
        Bytes { rows, log: self.log + 3, stride: 8 * self.modulus * self.row() }
    }

    pub(super) fn insert(&mut self, class: usize, place: usize, bit: usize) {
        let words = 1 << self.log;
        let (superblock, at) = (place >> self.log, place & (words - 1));
        let start = (superblock * self.modulus + class) * self.row();
        let bit = (1u64 << bit).to_le();
        self.bits[start + at] |= bit;
        // Windows that start at the end of the previous row read its copy of these words.
        if at < WINDOW {
            let previous = start - self.modulus * self.row();
            self.bits[previous + words + at] |= bit;
        }
    }

    /// Returns the numbers of the set bits of a class in the first `superblocks` superblocks.
    pub(super) fn list(&self, class: usize, superblocks: usize) -> Vec<u64> {
        let words = 1 << self.log;
        let row = |superblock| {
            let start = ((superblock + 1) * self.modulus + class) * self.row();
            self.bits[start..start + words].iter().zip((superblock * words) as u64..)
        };
        let words = (0..superblocks).flat_map(row);
        let bits =
            |(&word, place)| ones(u64::from_le(word)).map(move |bit| 64 * place + bit as u64);
        words.flat_map(bits).collect()
    }

    /// Returns all positions below `size` in plain order.
    pub(super) fn into_plain(mut self, size: u64) -> Cold {
        let words = 1 << self.log;
        let row = self.row();
        let superblocks = self.bits.len() / (self.modulus * row) - 1;
        for superblock in 0..superblocks {
            // The written part ends before the part that is still to be read.
            let (plain, rows) = self.bits.split_at_mut((superblock + 1) * self.modulus * row);
            let plain = &mut plain[superblock * self.modulus * words..][..self.modulus * words];
            plain.fill(0);
            for (class, row) in rows.chunks_exact(row).take(self.modulus).enumerate() {
                for (at, &word) in row[..words].iter().enumerate() {
                    for bit in ones(u64::from_le(word)) {
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
