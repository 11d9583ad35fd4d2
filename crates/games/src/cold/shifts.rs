//! The moves from one residue class to another, as shifts of the first class's bits.
//!
//! Shifts are applied in bands of neighbours: their sources overlap and stay in the cache. Within a
//! band, shifts by the same number of bits within a byte form a group: the union of their sources,
//! each taken from its byte on, is shifted by these bits only once.

use super::classes::{Bytes, STRIPE, TILE};
use super::lanes::{Lanes, Work};
use crate::bits::ones;

/// The number of shifts in a band.
const BAND: usize = 128;

/// The bits of a tile of one class.
pub(super) type Tile = [u64; TILE];

/// The bits of a stripe of one class.
pub(super) type Stripe = [u64; STRIPE];

/// The shifts by which one class marks another.
pub(super) struct Shifts {
    /// All shifts, in increasing order.
    pub(super) all: Vec<u64>,
    /// The number of shifts that are shorter than a tile.
    near: usize,
    /// The other shifts.
    pub(super) bands: Vec<Band>,
}

/// Neighbouring shifts, by groups.
pub(super) struct Band {
    pub(super) least: u64,
    /// The whole bytes of the shifts, group by group.
    bytes: Vec<usize>,
    /// The index in `bytes` at which the group of each number of bits begins, and the end.
    starts: [usize; 9],
}

impl Shifts {
    /// Creates them from shifts in increasing order.
    pub(super) fn new(all: Vec<u64>) -> Shifts {
        let near = all.partition_point(|&shift| shift < 64 * TILE as u64);
        Shifts { near, bands: all[near..].chunks(BAND).map(Band::new).collect(), all }
    }

    /// Marks the stripe at a place by all shifts of a class that are shorter than a tile.
    pub(super) fn mark_near(&self, lanes: Lanes, hot: &mut Stripe, class: Bytes, place: usize) {
        lanes.run(MarkStripe { hot, class, place, shifts: &self.all[..self.near] });
    }
}

impl Band {
    fn new(shifts: &[u64]) -> Band {
        let mut bytes = Vec::with_capacity(shifts.len());
        let mut starts = [0; 9];
        for bits in 0..8 {
            let group = shifts.iter().filter(|&shift| shift % 8 == bits as u64);
            bytes.extend(group.map(|shift| (shift / 8) as usize));
            starts[bits + 1] = bytes.len();
        }
        Band { least: shifts[0], bytes, starts }
    }

    /// Returns whether all shifts lead from a tile to before the tile that starts `tiles` tiles
    /// earlier.
    pub(super) fn is_before(&self, tiles: usize) -> bool {
        self.least >= 64 * (TILE * (tiles + 1)) as u64
    }

    /// Marks the tile at a place by these shifts of a class. Returns whether any position is left
    /// unmarked.
    pub(super) fn mark(&self, lanes: Lanes, hot: &mut Tile, class: Bytes, place: usize) -> bool {
        lanes.run(MarkTile { hot, class, place, band: self })
    }
}

/// See [`Shifts::mark_near`].
struct MarkStripe<'a> {
    hot: &'a mut Stripe,
    class: Bytes<'a>,
    place: usize,
    shifts: &'a [u64],
}

impl Work for MarkStripe<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        // A local copy, so that the compiler knows that it does not alias the source.
        let mut hot = *self.hot;
        for &shift in self.shifts {
            let start = 8 * (self.place - 1) - (shift / 8) as usize;
            let words: &[u8; 8 * (STRIPE + 1)] = self.class.from(start);
            shift_in(&mut hot, |i| word(words, i), (shift % 8) as u32);
        }
        *self.hot = hot;
    }
}

/// See [`Band::mark`].
struct MarkTile<'a> {
    hot: &'a mut Tile,
    class: Bytes<'a>,
    place: usize,
    band: &'a Band,
}

impl Work for MarkTile<'_> {
    type Output = bool;

    #[inline(always)]
    fn run(self) -> bool {
        let MarkTile { hot, class, place, band } = self;
        let source = |back: usize| -> &[u8; 8 * (TILE + 1)] {
            // There are at least as many zeros before position 0 as in a window, so the exact start
            // does not matter.
            class.from((8 * (place - 1)).saturating_sub(back))
        };
        for bits in 0..8 {
            // One word before the tile, and those of the tile.
            let mut union = [0; TILE + 1];
            let group = &band.bytes[band.starts[bits]..band.starts[bits + 1]];
            let (fours, rest) = group.as_chunks::<4>();
            for &[a, b, c, d] in fours {
                let (a, b, c, d) = (source(a), source(b), source(c), source(d));
                for (i, united) in union.iter_mut().enumerate() {
                    *united |= word(a, i) | word(b, i) | word(c, i) | word(d, i);
                }
            }
            for &back in rest {
                let source = source(back);
                for (i, united) in union.iter_mut().enumerate() {
                    *united |= word(source, i);
                }
            }
            if shift_in(hot, |i| union[i], bits as u32) == u64::MAX {
                return false;
            }
        }
        true
    }
}

/// Returns word `i` of some bytes.
#[inline(always)]
fn word<const BYTES: usize>(bytes: &[u8; BYTES], i: usize) -> u64 {
    u64::from_le_bytes(std::array::from_fn(|byte| bytes[8 * i + byte]))
}

/// Marks by words shifted by up to 7 bits; the first of them is the one before `hot`. Returns the
/// intersection of all words of `hot`.
#[inline(always)]
fn shift_in<const WORDS: usize>(
    hot: &mut [u64; WORDS],
    word: impl Fn(usize) -> u64,
    bits: u32,
) -> u64 {
    let mut common = u64::MAX;
    for (i, hot) in hot.iter_mut().enumerate() {
        // In two steps, since a shift by 64 overflows.
        *hot |= word(i + 1) << bits | word(i) >> 1 >> (63 - bits);
        common &= *hot;
    }
    common
}

/// Returns the bits of a tile or stripe that are 0, as index of the word and of the bit in it.
pub(super) fn zeros(words: &[u64]) -> impl Iterator<Item = (usize, usize)> {
    let open = words.iter().enumerate().filter(|&(_, &word)| word != u64::MAX);
    open.flat_map(|(at, &word)| ones(!word).map(move |bit| (at, bit)))
}
