//! The only source of random numbers: a portable stream whose every draw is defined in this file.
//!
//! The generator is PCG XSL-RR 128/64 (`rand_pcg::Lcg128Xsl64`), an algorithm with a fixed name and
//! fixed outputs. A library's range sampling may change between its versions, so the bounded draws
//! are implemented here, and golden vectors in the tests pin them.

use rand_core::Rng;
use rand_pcg::Lcg128Xsl64;

use crate::Seed;
use crate::choices::{Choice, Choices};

/// A stream of random numbers.
pub struct Random {
    stream: Lcg128Xsl64,
    /// The draws so far, if recorded, and those dictated.
    choices: Option<Box<Choices>>,
}

impl Random {
    /// Creates the stream of a seed.
    pub fn new(seed: Seed) -> Self {
        let (state, stream) = seed.expand();
        Random { stream: Lcg128Xsl64::new(state, stream), choices: None }
    }

    /// Creates the stream of a seed, and records its draws.
    pub(crate) fn recording(seed: Seed) -> Self {
        Random { choices: Some(Box::new(Choices::recording())), ..Random::new(seed) }
    }

    /// Creates a stream that draws these values, each lowered to what its draw allows, and then a
    /// limited number of zeros.
    pub(crate) fn replaying(values: Vec<u64>) -> Self {
        let choices = Some(Box::new(Choices::replaying(values)));
        Random { choices, ..Random::new(Seed::from_value(0)) }
    }

    /// Returns the draws, unless they were not recorded or there are too many.
    pub(crate) fn into_choices(self) -> Option<Vec<Choice>> {
        self.choices.and_then(|choices| choices.recorded())
    }

    /// Returns 64 random bits.
    pub fn bits(&mut self) -> u64 {
        match &mut self.choices {
            None => self.stream.next_u64(),
            Some(choices) => choices.draw(u64::MAX, || self.stream.next_u64()),
        }
    }

    /// Draws a number below `bound` uniformly. `bound` must not be 0.
    ///
    /// The result is the high half of the product of 64 random bits and the bound; draws whose low
    /// half would favour some results are rejected (D. Lemire, "Fast random integer generation in
    /// an interval", 2019).
    pub fn below(&mut self, bound: u64) -> u64 {
        assert!(bound > 0, "there is no number below 0");
        match &mut self.choices {
            None => fair(&mut self.stream, bound),
            Some(choices) => choices.draw(bound - 1, || fair(&mut self.stream, bound)),
        }
    }

    /// Draws a number in `least..=most` uniformly. The range must not be empty.
    pub fn between(&mut self, least: i64, most: i64) -> i64 {
        assert!(least <= most, "{least}..={most} is empty");
        let width = most.abs_diff(least);
        let above = if width == u64::MAX { self.bits() } else { self.below(width + 1) };
        least.wrapping_add(above as i64)
    }

    /// Draws one of the items uniformly. There must be at least one.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u64) as usize]
    }

    /// Puts the items into a uniformly random order (Fisher and Yates, from the end).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u64 + 1) as usize);
        }
    }
}

/// Draws a number below `bound`, which is not 0.
fn fair(stream: &mut Lcg128Xsl64, bound: u64) -> u64 {
    let unfair = bound.wrapping_neg() % bound;
    loop {
        let product = u128::from(stream.next_u64()) * u128::from(bound);
        if product as u64 >= unfair {
            return (product >> 64) as u64;
        }
    }
}
