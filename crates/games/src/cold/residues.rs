//! The sieve by residue classes: positions M m + a, the bits of each class a side by side.
//!
//! A move by an amount takes class a to only one class b, as a shift: a few instructions mark a
//! whole tile of positions. Squares have few residues; modulo 65, 14 classes hold 97 % of all cold
//! positions. So the dense classes are taken first: most tiles are completely hot after a few of
//! their shifts, and need no more. Classes with few cold positions mark one position at a time.
//!
//! Superblocks of all classes are evaluated one after another; within a superblock, tiles; within a
//! tile, stripes. Positions far enough back to be known are shifted at the outermost possible
//! level; only a stripe is settled in order. Moves to before the superblock, which are most of the
//! work, make no tile depend on another, so all threads share them.
//!
//! The bottleneck of these moves is fetching their sources into the cache. A superblock needs
//! nearly all positions before it, once for each class, and these do not fit into a core's own
//! cache. So all classes take what they need from a part of a class before any continues with the
//! next part.
//!
//! O(c k) marks in tiles for c cold positions and k amounts below n, most of which are never made.
//! Memory: a bit per position, a superblock of marks, and lists of the cold positions in sparse
//! classes.

use std::cmp::Reverse;
use std::convert::Infallible;
use std::ops::Range;

use super::classes::{Classes, STRIPE, TILE};
use super::shifts::{Shifts, Stripe, Tile, zeros};
use super::{Cold, Lanes, segmented};
use crate::bits::settle;
use crate::progress::WorkShare;
use crate::{Effort, Rule};
use referee_base::parallel;

/// The number of positions evaluated by another method to sample the distribution over classes.
const SAMPLE: u64 = 1 << 16;

/// A class is sparse if fewer than one position in this many is cold: shifting a tile then costs
/// more than its few marks.
const SPARSE: u64 = 1024;

/// The exponent by which the work for the squares below n grows with n.
const GROWTH: f64 = 1.3;

/// The moduli to choose from.
const MODULI: [usize; 3] = [7, 9, 65];

/// The number of tiles of each class in a superblock, which thus has 16 KiB per class.
const TILES: usize = 32;

/// The division of positions into classes and superblocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// The number of classes; 0 counts as 1.
    pub modulus: usize,
    /// The number of tiles of each class in a superblock; rounded up to a power of two, at least 2.
    pub tiles: usize,
}

impl Shape {
    /// Returns the shape for a game with these cold positions: the modulus that distributes them
    /// least evenly. For cubes this is 7, for triangular numbers 9, for squares 65.
    pub fn of(sample: &Cold) -> Shape {
        // The average density of the class of a cold position, as a multiple of that of all
        // positions.
        let density = |modulus: usize| {
            let squares = by_class(sample, modulus).into_iter().map(|count| count * count);
            squares.sum::<u64>() * modulus as u64
        };
        let modulus = MODULI.into_iter().max_by_key(|&modulus| density(modulus));
        Shape { modulus: modulus.unwrap_or(1), tiles: TILES }
    }
}

/// Counts the cold positions of each class.
fn by_class(cold: &Cold, modulus: usize) -> Vec<u64> {
    let mut counts = vec![0; modulus];
    cold.iter().for_each(|n| counts[n as usize % modulus] += 1);
    counts
}

/// Finds the cold positions below `size`.
pub fn find(rule: &Rule, size: u64, effort: &Effort) -> Cold {
    let sample = sample(rule, size);
    Search::new(rule, size, &sample, Shape::of(&sample), Lanes::widest()).run(size, effort)
}

/// Finds the cold positions below `size`, with positions divided by `shape`, and with this
/// instruction set.
pub fn find_with(rule: &Rule, size: u64, shape: Shape, lanes: Lanes, effort: &Effort) -> Cold {
    Search::new(rule, size, &sample(rule, size), shape, lanes).run(size, effort)
}

/// Estimates the memory of a search in bytes, with the list of amounts.
pub(super) fn memory(rule: &Rule, size: u64) -> u64 {
    let [.., modulus] = MODULI.map(|modulus| modulus as u64);
    let words = (TILE * TILES) as u64;
    let superblocks = size.div_ceil(64 * words * modulus);
    // Amounts are stored as such, divided, and in two kinds of shifts.
    let amounts = 2 * rule.memory(size);
    amounts + Classes::memory(modulus, words, superblocks) + 8 * words * modulus
}

fn sample(rule: &Rule, size: u64) -> Cold {
    segmented(rule, size.min(SAMPLE), segmented::WORDS, &Effort::silent(1))
}

struct Search {
    shape: Shape,
    lanes: Lanes,
    /// The number of tiles of each class in all superblocks.
    tiles: usize,
    amounts: Vec<usize>,
    /// The amounts, divided by the modulus: quotients and remainders.
    steps: Vec<(usize, usize)>,
    /// The shifts from class a to class b. They depend on the difference; see [`Search::shifts`].
    shifts: Vec<Shifts>,
    classes: Classes,
    /// The number of cold positions of each class.
    counts: Vec<u64>,
    /// The dense classes of the current superblock, the densest first.
    dense: Vec<usize>,
    /// The cold positions of each of the other classes.
    sparse: Vec<Option<Vec<u64>>>,
}

impl Search {
    fn new(rule: &Rule, size: u64, sample: &Cold, shape: Shape, lanes: Lanes) -> Search {
        let Shape { modulus, tiles } = shape;
        let shape = Shape { modulus: modulus.max(1), tiles: tiles.max(2).next_power_of_two() };
        let modulus = shape.modulus;
        let words = shape.tiles * TILE;
        let amounts = rule.below(size);
        let steps: Vec<_> =
            amounts.iter().map(|amount| (amount / modulus, amount % modulus)).collect();
        let mut quotients = vec![Vec::new(); modulus];
        for &(quotient, remainder) in &steps {
            quotients[remainder].push(quotient as u64);
        }
        let shifts = (0..2 * modulus).map(|i| {
            let carry = u64::from(i >= modulus);
            let shifts = quotients[i % modulus].iter().map(|quotient| quotient + carry);
            Shifts::new(shifts.collect())
        });
        let tiles = (size as usize).div_ceil(64 * TILE * modulus);
        let mut search = Search {
            shape,
            lanes,
            tiles,
            steps,
            amounts,
            shifts: shifts.collect(),
            classes: Classes::new(modulus, words, tiles.div_ceil(shape.tiles)),
            counts: by_class(sample, modulus),
            dense: Vec::new(),
            sparse: vec![Some(Vec::new()); modulus],
        };
        search.classify(sample.size() / modulus as u64, 0);
        // The sample decides only the first classification; its positions will be counted again.
        search.counts.fill(0);
        search
    }

    /// Finds the cold positions, superblock by superblock.
    fn run(mut self, size: u64, effort: &Effort) -> Cold {
        let mut progress = WorkShare::growing(effort, size, GROWTH);
        for start in (0..self.tiles).step_by(self.shape.tiles) {
            self.superblock(start, effort.threads, &mut progress);
        }
        let cold = self.classes.into_plain(size);
        progress.end();
        cold
    }

    /// Divides classes into dense and sparse ones by their counts, given how many positions of each
    /// were counted, and how many superblocks are known.
    fn classify(&mut self, positions: u64, superblocks: usize) {
        let is_dense = |count: u64| count * SPARSE >= positions;
        self.dense = (0..self.shape.modulus).filter(|&a| is_dense(self.counts[a])).collect();
        self.dense.sort_by_key(|&class| Reverse(self.counts[class]));
        for (class, sparse) in self.sparse.iter_mut().enumerate() {
            match (is_dense(self.counts[class]), &sparse) {
                (true, _) => *sparse = None,
                (false, None) => *sparse = Some(self.classes.list(class, superblocks)),
                (false, Some(_)) => {}
            }
        }
    }

    /// Returns the shifts from one class to another. If the latter is smaller, a move reaches the
    /// next multiple of the modulus.
    fn shifts(&self, from: usize, to: usize) -> &Shifts {
        let Shape { modulus, .. } = self.shape;
        &self.shifts[if to >= from { to - from } else { to + modulus - from + modulus }]
    }

    /// Finds the cold positions of the superblock that starts with tile `start`.
    fn superblock(&mut self, start: usize, threads: usize, progress: &mut WorkShare) {
        let Shape { modulus, tiles } = self.shape;
        let end = self.tiles.min(start + tiles);
        let mut hot = vec![vec![[0; TILE]; end - start]; modulus];
        self.mark_known(start, threads, &mut hot);
        for tile in start..end {
            progress.reached((64 * TILE * modulus * tile) as u64);
            self.settle_tile(tile, start, &mut hot);
        }
        self.classify(64 * (TILE * end) as u64, start / tiles + 1);
    }

    /// Marks in the tiles of all classes, from tile `start` on, all positions from which a move
    /// leads to before this tile. Each thread takes some tiles of all classes.
    fn mark_known(&self, start: usize, threads: usize, hot: &mut [Vec<Tile>]) {
        let tiles = hot[0].len();
        let size = tiles.div_ceil(threads.max(1));
        let mut parts: Vec<_> = (0..tiles).step_by(size).map(|at| (start + at, vec![])).collect();
        for hot in hot {
            for ((_, part), hot) in parts.iter_mut().zip(hot.chunks_mut(size)) {
                part.push(hot);
            }
        }
        let mut parts = parts.into_iter();
        let Ok(()) = parallel::ordered_stream(
            threads,
            || parts.next(),
            |(first, mut hot)| {
                self.mark_dense(0..start, first, &mut hot);
                self.mark_sparse(first, &mut hot);
            },
            |()| Ok::<(), Infallible>(()),
        );
    }

    /// Marks in the tiles of all classes, from tile `first` on, all positions from which a move
    /// leads to the tiles `known` of dense classes.
    fn mark_dense(&self, known: Range<usize>, first: usize, hot: &mut [&mut [Tile]]) {
        let is_open = |tile: &Tile| tile.iter().any(|&word| word != u64::MAX);
        let open = |hot: &&mut [Tile]| (0..hot.len()).filter(|&at| is_open(&hot[at])).collect();
        let mut open: Vec<Vec<usize>> = hot.iter().map(open).collect();
        let last = first + hot[0].len() - 1;
        for &from in &self.dense {
            let bytes = self.classes.bytes(from);
            let bands = |class| &self.shifts(from, class).bands;
            let reach =
                |class| bands(class).partition_point(|band| !band.is_before(last - known.start));
            let most = (0..hot.len()).map(reach).max();
            // All classes use a band's sources while they are in the cache. Tiles that are entirely
            // hot are dropped, which saves most of the shifts.
            for number in 0..most.unwrap_or(0) {
                for (class, (hot, open)) in hot.iter_mut().zip(&mut open).enumerate() {
                    let Some(band) = bands(class).get(number) else { continue };
                    open.retain(|&at| {
                        let tile = first + at;
                        let place = self.classes.origin() + TILE * tile;
                        let is_due =
                            band.is_before(tile - known.end) && !band.is_before(tile - known.start);
                        !is_due || band.mark(self.lanes, &mut hot[at], bytes, place)
                    });
                }
            }
        }
    }

    /// Marks in the tiles of all classes, from tile `first` on, all positions from which a move
    /// leads to a known position of a sparse class.
    fn mark_sparse(&self, first: usize, hot: &mut [&mut [Tile]]) {
        for (class, hot) in hot.iter_mut().enumerate() {
            if hot.as_flattened().iter().any(|&word| word != u64::MAX) {
                for (from, list) in self.sparse.iter().enumerate() {
                    let shifts = &self.shifts(from, class).all;
                    mark_sums(list.as_deref().unwrap_or(&[]), shifts, first, hot);
                }
            }
        }
    }

    /// Finds the cold positions in a tile of all classes. The cold positions of sparse classes mark
    /// hot ones in the tiles of the superblock, which starts with tile `start`.
    fn settle_tile(&mut self, tile: usize, start: usize, hot: &mut [Vec<Tile>]) {
        let Shape { modulus, .. } = self.shape;
        let mut tiles: Vec<_> =
            hot.iter_mut().map(|hot| &mut hot[tile - start..=tile - start]).collect();
        self.mark_dense(start..tile, tile, &mut tiles);
        for at in (0..TILE).step_by(STRIPE) {
            let place = TILE * tile + at;
            let open =
                hot.iter().map(|hot| *hot[tile - start][at..].first_chunk().expect("a stripe"));
            let mut plain = self.stripe(place, open);
            let mut cold = Vec::new();
            settle(&mut plain, &self.amounts, |position, _| cold.push(position));
            for position in cold {
                let (m, class) = (64 * place + position / modulus, position % modulus);
                self.classes.insert(class, self.classes.origin() + m / 64, m % 64);
                self.counts[class] += 1;
                if let Some(list) = &mut self.sparse[class] {
                    list.push(m as u64);
                    self.mark_singly(m, class, start, hot);
                }
            }
        }
    }

    /// Returns the stripe of all classes from word `place` on, with the marks of all known
    /// positions, in plain order.
    fn stripe(&self, place: usize, hot: impl Iterator<Item = Stripe>) -> Vec<u64> {
        let Shape { modulus, .. } = self.shape;
        let mut plain = vec![u64::MAX; STRIPE * modulus];
        for (class, mut hot) in hot.enumerate() {
            for &from in &self.dense {
                if hot == [u64::MAX; STRIPE] {
                    break;
                }
                let (source, place) = (self.classes.bytes(from), self.classes.origin() + place);
                self.shifts(from, class).mark_near(self.lanes, &mut hot, source, place);
            }
            for (at, bit) in zeros(&hot) {
                let position = (64 * at + bit) * modulus + class;
                plain[position / 64] &= !(1 << (position % 64));
            }
        }
        plain
    }

    /// Marks in the tiles of all classes, from tile `start` on, all positions from which a move
    /// leads to position m of a class.
    fn mark_singly(&self, m: usize, class: usize, start: usize, hot: &mut [Vec<Tile>]) {
        let start = 64 * TILE * start;
        for &(quotient, remainder) in &self.steps {
            let (mut target, mut class) = (m + quotient, class + remainder);
            if class >= self.shape.modulus {
                (target, class) = (target + 1, class - self.shape.modulus);
            }
            let (place, bit) = ((target - start) / 64, target % 64);
            // Amounts increase, so all further targets are beyond the superblock as well.
            let Some(tile) = hot[class].get_mut(place / TILE) else { break };
            tile[place % TILE] |= 1 << bit;
        }
    }
}

/// Marks in the tiles of a class, from tile `start` on, all sums of a position and a shift.
/// Both are in increasing order.
fn mark_sums(positions: &[u64], shifts: &[u64], start: usize, hot: &mut [Tile]) {
    let words = hot.as_flattened_mut();
    let begin = 64 * (TILE * start) as u64;
    let end = begin + 64 * words.len() as u64;
    let is_longer = positions.len() > shifts.len();
    let (few, many) = if is_longer { (shifts, positions) } else { (positions, shifts) };
    // As the one increases, the range of the other decreases.
    let (mut low, mut high) = (many.len(), many.len());
    for &one in few {
        while low > 0 && one + many[low - 1] >= begin {
            low -= 1;
        }
        while high > low && one + many[high - 1] >= end {
            high -= 1;
        }
        for &other in &many[low..high] {
            let at = one + other - begin;
            words[(at / 64) as usize] |= 1 << (at % 64);
        }
    }
}
