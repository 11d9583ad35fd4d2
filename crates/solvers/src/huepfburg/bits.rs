//! Square matrices of bits: sets of pairs of fields, one bit for each ordered pair.

/// The number of rows and columns of a block that is transposed at once, and of bits in a word.
pub(super) const BLOCK: usize = 64;

/// A square matrix of bits, initially 0. The system commits memory only for pages that are written.
pub(super) struct BitMatrix {
    /// The number of words in a row.
    words: usize,
    bits: Vec<u64>,
}

impl BitMatrix {
    /// Returns the size of a matrix for `n` fields, in bytes.
    pub(super) fn bytes(n: usize) -> u64 {
        let words = n.div_ceil(BLOCK) as u64;
        // Rows are padded to whole blocks.
        words * BLOCK as u64 * words * 8
    }

    pub(super) fn new(n: usize) -> BitMatrix {
        let words = n.div_ceil(BLOCK);
        BitMatrix { words, bits: vec![0; words * BLOCK * words] }
    }

    /// The number of words in a row.
    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// Sets a bit; returns whether it was 0.
    #[inline]
    pub(super) fn insert(&mut self, row: u32, column: u32) -> bool {
        let word = &mut self.bits[row as usize * self.words + column as usize / BLOCK];
        let bit = 1 << (column % BLOCK as u32);
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    #[inline]
    pub(super) fn has(&self, row: u32, column: u32) -> bool {
        let word = self.bits[row as usize * self.words + column as usize / BLOCK];
        word >> (column % BLOCK as u32) & 1 == 1
    }

    #[inline]
    pub(super) fn row(&self, row: usize) -> &[u64] {
        &self.bits[row * self.words..(row + 1) * self.words]
    }

    #[inline]
    pub(super) fn row_mut(&mut self, row: usize) -> &mut [u64] {
        &mut self.bits[row * self.words..(row + 1) * self.words]
    }
}

/// Transposes a block of 64 x 64 bits: bit j of word i is swapped with bit i of word j.
///
/// Swaps the off-diagonal quarters, then those of each quarter, and so on. Source: H. S. Warren,
/// "Hacker's Delight", 7-3.
pub(super) fn transpose(block: &mut [u64; BLOCK]) {
    let mut width = BLOCK / 2;
    let mut mask = u64::MAX >> width;
    while width > 0 {
        for pair in block.chunks_exact_mut(2 * width) {
            let (upper, lower) = pair.split_at_mut(width);
            for (a, b) in upper.iter_mut().zip(lower) {
                let swapped = ((*a >> width) ^ *b) & mask;
                *a ^= swapped << width;
                *b ^= swapped;
            }
        }
        width /= 2;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a matrix with pseudo-random bits.
    fn scattered(n: usize) -> BitMatrix {
        let mut matrix = BitMatrix::new(n);
        for i in 0..(n * n / 3) as u64 {
            let mixed = i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20;
            matrix.insert((mixed % n as u64) as u32, (mixed / n as u64 % n as u64) as u32);
        }
        matrix
    }

    #[test]
    fn every_bit_changes_places_with_its_mirror_image() {
        let matrix = scattered(BLOCK);
        let mut block: [u64; BLOCK] = std::array::from_fn(|i| matrix.row(i)[0]);
        transpose(&mut block);
        for (i, word) in block.iter().enumerate() {
            for j in 0..BLOCK {
                assert_eq!(word >> j & 1 == 1, matrix.has(j as u32, i as u32), "{i} {j}");
            }
        }
    }
}
