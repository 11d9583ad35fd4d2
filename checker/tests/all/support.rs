//! Shared by the tests of all problems: examples that are the same in every run, and rejections in
//! words.

use proptest::test_runner::{Config, RngSeed};
use referee_checker::{Refusal, RefusalKind};

/// The configuration of property tests: fixed examples, and no file of failed ones.
pub(crate) fn fixed() -> Config {
    Config { rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..Config::default() }
}

/// A rejection on one line: `malformed 2:3 says ...: ...`.
pub(crate) fn described(refusal: &Refusal) -> String {
    let kind = match refusal.kind {
        RefusalKind::Empty => "empty",
        RefusalKind::NotText => "not text",
        RefusalKind::Malformed => "malformed",
        RefusalKind::WrongAnswer => "wrong answer",
    };
    let explanation = &refusal.explanation;
    let place = explanation.place.map_or("-".into(), |p| format!("{}:{}", p.line, p.column));
    format!("{kind} {place} says {}: {}", explanation.says, explanation.headline())
}

/// A small random generator: this crate has no dependencies, and its tests need no good randomness.
pub(crate) struct Draws(pub(crate) u64);

impl Draws {
    /// A number from `least` to `most`.
    pub(crate) fn between(&mut self, least: i32, most: i32) -> i32 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        least + ((self.0 >> 33) % (most - least + 1) as u64) as i32
    }
}
