//! Reads many lines of two integers each, as fast as the machine permits.
//!
//! Idea: a reader that takes number after number must find the end of one before the next can
//! begin, which makes it wait. Here, 64 bytes at a time become a word with one bit for each
//! separator: the ends of numbers are found independently of their values, and each number is one
//! load of the eight bytes before its end. Nothing branches on lengths or signs. Anything unusual
//! ends the fast path, and the caller reads that line the slow way, which accepts it or finds the
//! fault.
//!
//! Source: separators as bits are from G. Langdale and D. Lemire, "Parsing gigabytes of JSON per
//! second" (2019), done here with 64-bit arithmetic alone.

use std::ops::RangeInclusive;

use super::integer::join_digits;

/// Reads at most `count` lines `a b` from `start` on, and passes each pair to `each`. Returns the
/// number of pairs read, and the offset after them.
///
/// Stops before the first line that is not two canonical integers of at most eight digits within
/// `range`, separated by one space and ended by a line feed, and before the last few bytes.
// Not inlined: the caller's variables would leave it too few registers.
#[inline(never)]
pub(super) fn quick_pairs(
    bytes: &[u8],
    start: usize,
    count: usize,
    range: &RangeInclusive<i32>,
    mut each: impl FnMut(i32, i32),
) -> (usize, usize) {
    let (least, span) = (*range.start(), range.end().abs_diff(*range.start()));
    let Some(block) = bytes[start..].first_chunk() else { return (0, start) };
    let mut separators = Separators { bytes, block: start, mask: separators_of(block) };
    let mut line = start;
    for read in 0..count {
        let (Some(space), Some(end)) = (separators.next(), separators.next()) else {
            return (read, line);
        };
        let (first, first_is_fine) = number(bytes, line, space, least, span);
        let (second, second_is_fine) = number(bytes, space + 1, end, least, span);
        let separated = (bytes[space] == b' ') & (bytes[end] == b'\n');
        if !(separated & first_is_fine & second_is_fine) {
            return (read, line);
        }
        each(first, second);
        line = end + 1;
    }
    (count, line)
}

/// The value of `start..end`, and whether it is an integer of at most eight digits: digits only, at
/// least one, without leading zeros or a signed zero, and at most `span` above `least`.
#[inline(always)]
fn number(bytes: &[u8], start: usize, end: usize, least: i32, span: u32) -> (i32, bool) {
    // Only the very start of a text has fewer bytes before it; the slow path handles that.
    let Some(last_eight) = bytes[..end].last_chunk::<8>() else { return (0, false) };
    let word = u64::from_le_bytes(*last_eight) ^ 0x3030_3030_3030_3030;
    let negative = bytes[start] == b'-';
    let characters = end - start;
    let length = characters.wrapping_sub(usize::from(negative));
    // What precedes the digits is shifted out. The first digit is then the lowest byte, and after
    // shifting back, with zeros before it, the last digit is the highest.
    let shift = 64u32.wrapping_sub(8 * length as u32) % 64;
    let shifted = word >> shift;
    let digits = shifted << shift;
    let not_digits = (digits.wrapping_add(0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080;
    // A number does not begin with 0, unless it is 0.
    let is_canonical = (shifted as u8 != 0) | (characters == 1);
    let magnitude = join_digits(digits) as u32;
    let minus = -i32::from(negative);
    let value = (magnitude as i32 ^ minus).wrapping_sub(minus);
    // Below `least`, this wraps to a large number.
    let within = value.wrapping_sub(least) as u32 <= span;
    (value, (length.wrapping_sub(1) < 8) & (not_digits == 0) & is_canonical & within)
}

/// The offsets of all bytes up to the space character in ASCII, in blocks of 64 bytes.
struct Separators<'a> {
    bytes: &'a [u8],
    block: usize,
    mask: u64,
}

impl Separators<'_> {
    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        while self.mask == 0 {
            self.block += 64;
            self.mask = separators_of(self.bytes.get(self.block..)?.first_chunk()?);
        }
        let offset = self.block + self.mask.trailing_zeros() as usize;
        self.mask &= self.mask - 1;
        Some(offset)
    }
}

/// One bit for each byte of a block.
fn separators_of(block: &[u8; 64]) -> u64 {
    // Vectorized, where the machine supports it.
    let is_separator = block.map(|byte| u8::from(byte <= b' '));
    let mut mask = 0;
    for (i, word) in is_separator.as_chunks::<8>().0.iter().enumerate() {
        // Gathers the low bits of the eight bytes in the highest byte.
        let gathered = u64::from_le_bytes(*word).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        mask |= gathered << (8 * i);
    }
    mask
}

#[cfg(test)]
mod tests;
