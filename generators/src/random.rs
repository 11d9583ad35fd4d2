//! The one source of random numbers: a portable stream whose every draw is written down here.
//!
//! The generator is PCG XSL-RR 128/64 (`rand_pcg::Lcg128Xsl64`), an algorithm with a fixed name and
//! fixed outputs. What a library's range sampling does may change between its versions, so the
//! bounded draws are our own, and golden vectors in the tests hold them for ever.

use rand_core::Rng;
use rand_pcg::Lcg128Xsl64;

use crate::Seed;

/// A stream of random numbers.
pub struct Random(Lcg128Xsl64);

impl Random {
    /// The stream of that seed.
    pub fn new(seed: Seed) -> Self {
        let (state, stream) = seed.expand();
        Random(Lcg128Xsl64::new(state, stream))
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `bound`, each equally likely. `bound` must not be 0.
    ///
    /// The high half of a product of 64 random bits and the bound; draws whose low half falls into the
    /// part that would favour some results are thrown away (D. Lemire, "Fast random integer
    /// generation in an interval", 2019).
    pub fn below(&mut self, bound: u64) -> u64 {
        assert!(bound > 0, "there is no number below 0");
        let unfair = bound.wrapping_neg() % bound;
        loop {
            let product = u128::from(self.bits()) * u128::from(bound);
            if product as u64 >= unfair {
                return (product >> 64) as u64;
            }
        }
    }

    /// A number in `least..=most`, each equally likely. The range must not be empty.
    pub fn between(&mut self, least: i64, most: i64) -> i64 {
        assert!(least <= most, "{least}..={most} is empty");
        let width = most.abs_diff(least);
        let above = if width == u64::MAX { self.bits() } else { self.below(width + 1) };
        least.wrapping_add(above as i64)
    }

    /// One of the items, each equally likely. There must be one.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u64) as usize]
    }

    /// Puts the items into a random order, each equally likely (Fisher and Yates, from the end).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u64 + 1) as usize);
        }
    }
}
