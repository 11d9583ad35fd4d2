//! The method `convolution`: cold positions by divide and conquer.
//!
//! Once the cold positions of the left half of an interval are known, all moves from the right half
//! to them are found together: a convolution of the left half with the amounts counts them for each
//! position, and a position with a count above 0 is hot. The right half follows in the same way.
//! Short intervals are left to a sieve. The convolution uses Fourier transforms, O(n log n), which
//! makes O(n log^2 n) in total, however many amounts there are.
//!
//! The left half has h positions, and the relevant amounts are below 2 h. A cyclic convolution of
//! length 2 h suffices: the counts for the right half are the terms from h to 2 h - 1, and those
//! that wrap around, the terms from 2 h to 3 h - 2, land on terms below h, which are not used.
//!
//! A transform and its plan take many bytes per position, so there is only one for each length:
//! with a spectrum X of real terms, the transform of the terms Re X - Im X, taken for all
//! frequencies, yields those real terms again as Re - Im, and reversed as Re + Im (the Hartley
//! transform, which is its own inverse).
//!
//! Counts are integers, so the convolution is exact if each term is off by less than 1/2. For a
//! transform of length 2^k in floating-point numbers with relative error e = 2^-53, each term is
//! off by at most about
//!
//! ```text
//! |x| |y| e (3 k + 5^0.5 (3 k + 1) + 3 k) < 13 (k + 1) e |x| |y|
//! ```
//!
//! with |x|, |y| the Euclidean norms of both sides (C. Percival, "Rapid multiplication modulo the
//! sum and difference of highly composite numbers", 2003; roots of unity off by at most e). Here
//! these are the roots of numbers of positions, at most h and 2 h, so that |x| |y| < 2^k. The
//! theorem is about radix 2; this implementation has other radices, and makes one complex transform
//! out of a real one of twice the length, both of which change the constant a little. A factor of
//! 16 is allowed for that: the bound is still below 1/8 up to length 2^37, which would take
//! terabytes. So terms are off by less than 1/4, and 1/2 separates 0 from 1.
//!
//! Source: Eppstein, divide and conquer for hot and cold positions, and for each nim-value.

use referee_fourier::{Complex, Planner, Transform};

use super::bits::{for_each_zero, mark_end, settle};
use super::progress::WorkShare;
use super::rule::LEAF;
use super::{Cold, Method, Rule, work};

pub(super) const CONVOLUTION: Method<Cold> = Method {
    name: "convolution",
    summary: "divide and conquer: convolutions of left halves with the amounts mark right halves",
    complexity: "O(n log^2 n)",
    suits: |_| true,
    memory: |rule, size| rule.memory(size) + size / 8 + halves_memory(size),
    work: |rule, cold, size| Some(work::halves(rule, cold, size)),
    divides: true,
    evaluate: |rule: &Rule, size, effort| {
        // Intervals of the same length take the same time, so positions measure the work.
        let mut progress = WorkShare::new(effort, size);
        let mut settled = 0;
        let amounts = rule.below(size);
        let mut hot = vec![0; size.div_ceil(64) as usize];
        mark_end(&mut hot, size as usize);
        Halves::new(&amounts, size as usize, LEAF).mark(&mut hot, &mut |words| {
            settled += 64 * words;
            progress.reached(settled as u64);
        });
        progress.end();
        Cold::from_hot(size, hot)
    },
};

/// The maximum length of a transform for which rounding errors are known to be harmless.
const MAX_LENGTH: usize = 1 << 37;

/// Estimates the maximum memory of [`Halves`] in bytes for positions below `size`. For each term of
/// the longest transform, there are 16 for the spectra of the amounts, whose lengths double, 8 each
/// for terms and spectrum, and the rest for the plans and the scratch space: 53 in total, as
/// measured.
pub(super) fn halves_memory(size: u64) -> u64 {
    size.next_power_of_two().saturating_mul(60)
}

/// Finds hot positions by halves.
pub(super) struct Halves<'a> {
    amounts: &'a [usize],
    /// The length of an interval left to the sieve.
    leaf: usize,
    /// For intervals of 2 leaves, 4 leaves, and so on.
    levels: Vec<Level>,
    /// The terms of a convolution, their transform, and its scratch space.
    terms: Vec<f64>,
    spectrum: Vec<Complex<f64>>,
    scratch: Vec<Complex<f64>>,
}

/// The data shared by all convolutions of one length.
struct Level {
    transform: Transform,
    /// The transform of the amounts below the length, divided by the length.
    amounts: Vec<Complex<f64>>,
}

impl<'a> Halves<'a> {
    /// Prepares for positions below `size`; `amounts` are in increasing order. `leaf` is a power of
    /// 2, at least 64.
    pub(super) fn new(amounts: &'a [usize], size: usize, leaf: usize) -> Halves<'a> {
        let mut planner = Planner::default();
        let lengths = std::iter::successors(Some(2 * leaf), |length| Some(2 * length));
        let lengths = lengths.take_while(|length| length / 2 < size);
        let levels: Vec<Level> =
            lengths.map(|length| Level::new(&mut planner, amounts, length)).collect();
        let longest = levels.last().map_or(0, |level| level.transform.terms());
        debug_assert!(longest <= MAX_LENGTH);
        let scratch = levels.iter().map(|level| level.transform.scratch()).max();
        let zero = Complex::default();
        Halves {
            amounts,
            leaf,
            levels,
            terms: vec![0.0; longest],
            spectrum: vec![zero; longest / 2 + 1],
            scratch: vec![zero; scratch.unwrap_or(0)],
        }
    }

    /// Marks the hot positions: those from which a move leads to an unmarked position. `hot` has
    /// exactly the words for the size. Calls a function after each leaf with its number of words.
    pub(super) fn mark(&mut self, hot: &mut [u64], settled: &mut impl FnMut(usize)) {
        self.mark_at(self.levels.len(), hot, settled);
    }

    /// Implements [`Halves::mark`] for an interval of a leaf times 2 to the `level`, or the part of
    /// it below the size.
    fn mark_at(&mut self, level: usize, hot: &mut [u64], settled: &mut impl FnMut(usize)) {
        let Some(below) = level.checked_sub(1) else {
            settle(hot, self.amounts, |_, _| {});
            return settled(hot.len());
        };
        let half = (self.leaf << below) / 64;
        let (left, right) = hot.split_at_mut(half.min(hot.len()));
        self.mark_at(below, left, settled);
        if right.is_empty() {
            return;
        }
        self.mark_right(below, left, right);
        self.mark_at(below, right, settled);
    }

    /// Marks the positions of the right half from which a move leads to a cold one of the left
    /// half.
    fn mark_right(&mut self, level: usize, left: &mut [u64], right: &mut [u64]) {
        let level = &self.levels[level];
        let length = level.transform.terms();
        let terms = &mut self.terms[..length];
        let spectrum = &mut self.spectrum[..length / 2 + 1];
        terms.fill(0.0);
        for_each_zero(left, |_, position| terms[position] = 1.0);
        level.transform.process(terms, spectrum, &mut self.scratch);
        // The same transform is its own inverse: see the module documentation.
        for (at, (term, factor)) in spectrum.iter().zip(&level.amounts).enumerate() {
            let product = term * factor;
            terms[(length - at) % length] = product.re + product.im;
            terms[at] = product.re - product.im;
        }
        level.transform.process(terms, spectrum, &mut self.scratch);
        // The terms of the right half are at the end, in reverse.
        let mut counts = spectrum[1..].iter().rev().map(|term| term.re + term.im);
        for word in right {
            for (bit, count) in counts.by_ref().take(64).enumerate() {
                debug_assert!(
                    (count - count.round()).abs() < 0.25,
                    "{count} is no number of moves"
                );
                *word |= u64::from(count > 0.5) << bit;
            }
        }
    }
}

impl Level {
    fn new(planner: &mut Planner, amounts: &[usize], length: usize) -> Level {
        let transform = planner.forward(length);
        let mut terms = vec![0.0; length];
        for &amount in amounts.iter().take_while(|&&amount| amount < length) {
            terms[amount] = 1.0;
        }
        let zero = Complex::default();
        let mut spectrum = vec![zero; transform.frequencies()];
        transform.process(&mut terms, &mut spectrum, &mut vec![zero; transform.scratch()]);
        // The transforms are not normalized; dividing by a power of 2 is exact.
        for term in &mut spectrum {
            *term /= length as f64;
        }
        Level { transform, amounts: spectrum }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SEQUENCES;

    fn cold(amounts: &[usize], size: usize, leaf: usize) -> Cold {
        let mut hot = vec![0; size.div_ceil(64)];
        mark_end(&mut hot, size);
        Halves::new(amounts, size, leaf).mark(&mut hot, &mut |_| {});
        Cold::from_words(size as u64, hot.into_iter().map(|word| !word).collect())
    }

    #[test]
    fn halves_agree_with_one_leaf() {
        let sets = [vec![], vec![1], vec![63, 64, 65], vec![2, 5, 700], (1..900).collect()];
        for rule in SEQUENCES.iter().map(Rule::Sequence).chain(sets.map(Rule::set)) {
            for size in (0..700).chain([1023, 1024, 1025, 5000]) {
                let amounts: Vec<usize> =
                    rule.up_to(size as u64).into_iter().map(|amount| amount as usize).collect();
                let expected = cold(&amounts, size, 1 << 13);
                assert_eq!(cold(&amounts, size, 64), expected, "{amounts:?} {size}");
            }
        }
    }

    #[test]
    fn counts_are_exact_when_they_are_as_large_as_can_be() {
        // All positions except the moves of the largest amounts are cold: counts up to half the
        // length.
        for size in [1 << 12, 1 << 16] {
            let amounts: Vec<usize> = (size / 2..size).collect();
            let expected = cold(&amounts, size, size);
            assert_eq!(cold(&amounts, size, 64), expected);
            assert_eq!(expected.count(size as u64), size as u64 / 2);
        }
    }
}
