//! What the tests of all problems draw their examples with: the same ones in every run.

use proptest::test_runner::{Config, RngSeed};

/// How properties are tested: with fixed examples, and without a memory of failed ones.
pub(crate) fn fixed() -> Config {
    Config { rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..Config::default() }
}

/// A small generator of its own: this crate has no dependencies, and its tests need no good randomness.
pub(crate) struct Draws(pub(crate) u64);

impl Draws {
    /// A number from `least` to `most`.
    pub(crate) fn between(&mut self, least: i32, most: i32) -> i32 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        least + ((self.0 >> 33) % (most - least + 1) as u64) as i32
    }
}
