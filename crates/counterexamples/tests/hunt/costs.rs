//! Programs that are slow on few inputs: small inputs reveal which.

use referee_base::fault::Fault;
use referee_counterexamples::Outcome;
use referee_counterexamples::hunt::{CandidateSource, Draw, EndReason, HuntResult};

use crate::support::{Program, candidate, failed, hunt};

/// Kinds of inputs of growing sizes: `KIND SIZE`, each hundredth of them as large as possible.
struct Kinds;

const GREATEST: u64 = 1 << 20;

impl CandidateSource for Kinds {
    fn name(&self) -> &str {
        "kinds"
    }

    fn draw(&self, seed: u64, index: u64) -> Result<Draw, Fault> {
        let is_greatest = index % 100 == 99;
        self.scaled(seed, index, if is_greatest { GREATEST } else { index % 100 * 10 })
    }

    fn scaled(&self, _: u64, index: u64, most: u64) -> Result<Draw, Fault> {
        Ok(candidate(format!("{} {}", index % 57, most.min(GREATEST))))
    }
}

/// Hunts a program that takes time only for inputs of kind 44, and is too slow above 1,000.
fn hunted(jobs: usize, time: impl Fn(u64) -> u64 + Sync) -> HuntResult {
    let program = Program(|input: &[u8]| {
        let text = std::str::from_utf8(input).unwrap();
        let (kind, size) = text.split_once(' ').unwrap();
        let time = if kind == "44" { time(size.parse().unwrap()) } else { 0 };
        Ok(if time > 1000 { failed() } else { Outcome::Passed(time as u32) })
    });
    hunt(&program, &[&Kinds], (1_000, jobs)).unwrap()
}

#[test]
fn what_is_slow_for_its_size_is_tried_as_large_as_can_be() {
    // By chance, the first of kind 44 with that size is the 900th candidate.
    let results = [1, 3].map(|jobs| hunted(jobs, |size| size * size / 2_000));
    assert_eq!(results[0], results[1]);
    let EndReason::Found(found) = &results[0].ended else { panic!("{:?}", results[0].ended) };
    assert_eq!(found.candidate.input, b"44 1048576");
    assert!(results[0].tries < 200, "{results:?}");
}

/// Numbers that are all different, except that the first two may be equal.
struct Numbers;

impl CandidateSource for Numbers {
    fn name(&self) -> &str {
        "numbers"
    }

    fn draw(&self, _: u64, index: u64) -> Result<Draw, Fault> {
        Ok(candidate(format!("{} {} 3 4 5 6 7 8 9", 100 + index, 100 + index / 2 * 2)))
    }
}

#[test]
fn what_is_slow_is_changed_until_it_is_slower() {
    // The time grows with the number of equal neighbours.
    let hunted = |cost: u32, jobs| {
        let program = Program(move |input: &[u8]| {
            let tokens: Vec<&[u8]> = input.split(|byte| *byte == b' ').collect();
            let alike = tokens.windows(2).filter(|pair| pair[0] == pair[1]).count() as u32;
            Ok(if alike > 5 { failed() } else { Outcome::Passed(cost * alike) })
        });
        hunt(&program, &[&Numbers], (3_000, jobs)).unwrap()
    };
    let found = hunted(100, 1);
    assert!(matches!(found.ended, EndReason::Found(_)), "{found:?}");
    assert_eq!(found, hunted(100, 3));
    assert_eq!(hunted(1, 2).ended, EndReason::Tried);
}

#[test]
fn what_grows_slowly_withstands() {
    let result = hunted(2, |size| size / 2_000);
    assert_eq!((result.ended, result.tries), (EndReason::Tried, 1_000));
    // Costs below the noise reveal nothing: the 900th candidate is found by chance.
    let result = hunted(2, |size| if size == GREATEST { 2_000 } else { size % 20 });
    assert_eq!(result.tries, 900);
}
