//! The sieve by residue classes: positions M m + a, the bits of each class a side by side.
//!
//! A move by an amount takes class a to one class b only, and there it is a shift: one instruction
//! marks 64 or more positions. Squares have few residues; modulo 65, 14 classes hold 97 % of all
//! cold positions. So the classes that are dense are taken first: most others are hot all over
//! after few of their shifts, and what little is left is looked up one by one. Classes with few
//! cold positions make their marks singly.
//!
//! Superblocks of all classes are found one after the other; in a superblock, tiles; in a tile,
//! stripes. What is far enough back to be known is shifted at the outermost of these levels at
//! which it is; only a stripe is settled in order. Tiles do not depend on each other for what lies
//! before their superblock: that, nearly all of the work, is for all threads.
//!
//! O(c k) marks in words of 64, c cold positions and k amounts below n, most of which are never
//! made. Memory: a bit a position, and lists of what is cold in sparse classes.

use std::convert::Infallible;
use std::ops::Range;

use super::classes::{Classes, STRIPE, TILE};
use super::shifts::{Open, Shifts, zeros};
use super::{Cold, segmented};
use crate::parallel;
use crate::subtraction::Rule;
use crate::subtraction::bits::settle;

/// How many positions are found in another way, to see which classes are dense.
const SAMPLE: u64 = 1 << 18;

/// Classes with fewer cold positions than one in so many are sparse.
const SPARSE: u64 = 1024;

/// How many tiles of all classes a thread takes at once.
const BATCH: usize = 4;

/// How positions are cut.
#[derive(Debug, Clone, Copy)]
pub struct Shape {
    /// How many classes there are; 0 counts as 1.
    pub modulus: usize,
    /// How many tiles of each class make a superblock; rounded up to a power of two.
    pub tiles: usize,
}

/// The shape that measures best for squares.
pub const SHAPE: Shape = Shape { modulus: 65, tiles: 32 };

/// The bits of a tile of one class.
type Bits = [u64; TILE];

/// The cold positions below `size`.
pub fn find(rule: &Rule, size: u64, shape: Shape, threads: usize) -> Cold {
    let mut search = Search::new(rule, size, shape);
    for superblock in 0..search.tiles.div_ceil(search.shape.tiles) {
        search.superblock(superblock, threads);
    }
    search.classes.into_plain(size)
}

struct Search {
    shape: Shape,
    /// How many tiles there are in all, of each class.
    tiles: usize,
    amounts: Vec<usize>,
    /// The amounts, divided by the modulus: quotients and remainders.
    steps: Vec<(usize, usize)>,
    /// The shifts from class a to class b. They depend on the difference; see [`Search::shifts`].
    shifts: Vec<Shifts>,
    classes: Classes,
    /// How many positions of each class are cold.
    counts: Vec<u64>,
    /// The classes that are dense in the present superblock, the densest first.
    dense: Vec<usize>,
    /// What is cold in each of the others.
    sparse: Vec<Option<Vec<u64>>>,
}

impl Search {
    fn new(rule: &Rule, size: u64, shape: Shape) -> Search {
        let Shape { modulus, tiles } = shape;
        let shape = Shape { modulus: modulus.max(1), tiles: tiles.max(1).next_power_of_two() };
        let modulus = shape.modulus;
        let amounts = rule.below(size);
        let divided = |&amount: &usize| (amount / modulus, amount % modulus);
        let mut quotients = vec![Vec::new(); modulus];
        for (quotient, remainder) in amounts.iter().map(divided) {
            quotients[remainder].push(quotient as u64);
        }
        let shifts = (0..2 * modulus).map(|i| {
            let carry = u64::from(i >= modulus);
            Shifts::new(quotients[i % modulus].iter().map(move |quotient| quotient + carry))
        });
        let tiles = (size as usize).div_ceil(64 * TILE * modulus);
        let superblocks = tiles.div_ceil(shape.tiles);
        let mut search = Search {
            shape,
            tiles,
            steps: amounts.iter().map(divided).collect(),
            amounts,
            shifts: shifts.collect(),
            classes: Classes::new(modulus, shape.tiles * TILE, superblocks),
            counts: vec![0; modulus],
            dense: Vec::new(),
            sparse: vec![Some(Vec::new()); modulus],
        };
        let sample = segmented(rule, size.min(SAMPLE), super::segmented::WORDS);
        sample.iter().for_each(|n| search.counts[n as usize % modulus] += 1);
        search.classify(sample.size() / modulus as u64, 0);
        search.counts.fill(0);
        search
    }

    /// Sorts classes into dense and sparse ones by the counts, given how many positions of each are
    /// counted, and how many superblocks are known.
    fn classify(&mut self, positions: u64, superblocks: usize) {
        let is_dense = |count: u64| count * SPARSE >= positions;
        self.dense = (0..self.shape.modulus).filter(|&a| is_dense(self.counts[a])).collect();
        self.dense.sort_by_key(|&class| std::cmp::Reverse(self.counts[class]));
        for (class, sparse) in self.sparse.iter_mut().enumerate() {
            match (is_dense(self.counts[class]), &sparse) {
                (true, _) => *sparse = None,
                (false, None) => *sparse = Some(self.classes.list(class, 0, superblocks)),
                (false, Some(_)) => {}
            }
        }
    }

    /// The shifts from a class to another: where the latter is the lesser, a move goes on to the
    /// next multiple of the modulus.
    fn shifts(&self, from: usize, to: usize) -> &Shifts {
        let Shape { modulus, .. } = self.shape;
        &self.shifts[if to >= from { to - from } else { to + modulus - from + modulus }]
    }

    fn superblock(&mut self, superblock: usize, threads: usize) {
        let start = superblock * self.shape.tiles;
        let end = self.tiles.min(start + self.shape.tiles);
        let mut hot: Vec<Bits> = Vec::with_capacity((end - start) * self.shape.modulus);
        let batch = |i: usize| start + i * BATCH..end.min(start + (i + 1) * BATCH);
        let Ok(()) = parallel::ordered(
            threads,
            (end - start).div_ceil(BATCH),
            |i| self.mark_far(start, batch(i)),
            |_, part| {
                hot.extend(part);
                Ok::<(), Infallible>(())
            },
        );
        for tile in start..end {
            self.settle_tile(start, tile, &mut hot);
        }
        self.classify(64 * (TILE * end) as u64, superblock + 1);
    }

    /// What is hot in tiles of all classes by moves to before the superblock that begins with tile
    /// `start`.
    fn mark_far(&self, start: usize, tiles: Range<usize>) -> Vec<Bits> {
        let Shape { modulus, .. } = self.shape;
        let mut hot = vec![[0; TILE]; tiles.len() * modulus];
        self.mark_sparse(tiles.start, &mut hot);
        for (tile, hot) in tiles.zip(hot.chunks_exact_mut(modulus)) {
            self.mark_tile(tile, (tile - start + 1) * TILE..(tile + 1) * TILE, hot);
        }
        hot
    }

    /// Marks tiles of all classes, from one on, by all that is cold in sparse classes.
    fn mark_sparse(&self, tile: usize, hot: &mut [Bits]) {
        let start = (64 * TILE * tile * self.shape.modulus) as u64;
        let lists = self.sparse.iter().enumerate();
        for (class, list) in lists.filter_map(|(class, list)| Some((class, list.as_ref()?))) {
            let position = |m: u64| m * self.shape.modulus as u64 + class as u64;
            let Some(&first) = list.first() else { continue };
            let reaches = |m: u64, amount: usize| position(m) + amount as u64 >= start;
            let mut next = self.amounts.partition_point(|&amount| !reaches(first, amount));
            for &m in list {
                // From further on, less is enough.
                while next > 0 && reaches(m, self.amounts[next - 1]) {
                    next -= 1;
                }
                self.mark_singly(m as usize, class, next, tile, hot);
            }
        }
    }

    /// Marks tiles of all classes, from one on, by all moves to a position, from some amount on.
    fn mark_singly(&self, m: usize, class: usize, amount: usize, tile: usize, hot: &mut [Bits]) {
        let Shape { modulus, .. } = self.shape;
        let start = 64 * TILE * tile;
        let end = start + 64 * TILE * (hot.len() / modulus);
        for &(quotient, remainder) in &self.steps[amount..] {
            let (mut target, mut class) = (m + quotient, class + remainder);
            if class >= modulus {
                (target, class) = (target + 1, class - modulus);
            }
            if target >= end {
                break;
            }
            let (place, bit) = ((target - start) / 64, target % 64);
            hot[place / TILE * modulus + class][place % TILE] |= 1 << bit;
        }
    }

    /// Marks a tile of all classes by the shifts from dense classes whose whole words are in a
    /// range.
    fn mark_tile(&self, tile: usize, range: Range<usize>, hot: &mut [Bits]) {
        if range.is_empty() {
            return;
        }
        let place = self.classes.origin() + TILE * tile;
        for (class, hot) in hot.iter_mut().enumerate() {
            for (i, &from) in self.dense.iter().enumerate() {
                match self.shifts(from, class).mark(hot, (&self.classes, from), place, &range) {
                    Open::Many => {}
                    Open::Few(group) => {
                        self.look_up(class, i, group, place, &range, hot);
                        break;
                    }
                    Open::Nothing => break,
                }
            }
        }
    }

    /// Finishes what [`Search::mark_tile`] does, one position after the other, from a group of
    /// shifts from a dense class on.
    fn look_up(
        &self,
        class: usize,
        dense: usize,
        group: usize,
        place: usize,
        range: &Range<usize>,
        hot: &mut Bits,
    ) {
        for (at, bit) in zeros(&hot.clone()) {
            let is_hot = self.dense[dense..].iter().zip(dense..).any(|(&from, i)| {
                let first = if i == dense { group } else { 0 };
                let source = (&self.classes, from);
                self.shifts(from, class).reach((place + at, bit), source, first, range)
            });
            hot[at] |= u64::from(is_hot) << bit;
        }
    }

    /// Finds what is cold in a tile of all classes, and marks the later tiles of the superblock,
    /// which begins with tile `start`, by what is cold in sparse classes.
    fn settle_tile(&mut self, start: usize, tile: usize, hot: &mut [Bits]) {
        let Shape { modulus, .. } = self.shape;
        let of_tile = (tile - start) * modulus..(tile - start + 1) * modulus;
        self.mark_tile(tile, TILE..(tile - start + 1) * TILE, &mut hot[of_tile.clone()]);
        for at in (0..TILE).step_by(STRIPE) {
            let place = TILE * tile + at;
            let mut plain = self.stripe(place, at, &hot[of_tile.clone()]);
            let mut cold = Vec::new();
            settle(&mut plain, &self.amounts, |position, _| cold.push(position));
            for position in cold {
                let (m, class) = (64 * place + position / modulus, position % modulus);
                self.classes.insert(class, self.classes.origin() + m / 64, m % 64);
                self.counts[class] += 1;
                if let Some(list) = &mut self.sparse[class] {
                    list.push(m as u64);
                    self.mark_singly(m, class, 0, start, hot);
                }
            }
        }
    }

    /// The stripe of all classes from word `place` on, which is word `at` of its tile, with the
    /// marks of all that is known, in plain order.
    fn stripe(&self, place: usize, at: usize, hot: &[Bits]) -> Vec<u64> {
        let Shape { modulus, .. } = self.shape;
        let mut plain = vec![u64::MAX; STRIPE * modulus];
        for (class, hot) in hot.iter().enumerate() {
            let mut stripe = [0; STRIPE];
            stripe.copy_from_slice(&hot[at..at + STRIPE]);
            for &from in &self.dense {
                if stripe == [u64::MAX; STRIPE] {
                    break;
                }
                let source = (&self.classes, from);
                self.shifts(from, class).mark_near(
                    &mut stripe,
                    source,
                    self.classes.origin() + place,
                );
            }
            for (at, bit) in zeros(&stripe) {
                let position = (64 * at + bit) * modulus + class;
                plain[position / 64] &= !(1 << (position % 64));
            }
        }
        plain
    }
}
