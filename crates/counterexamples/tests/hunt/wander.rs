//! Inputs that are many changes away from all that is given.

use referee_base::fault::Fault;
use referee_counterexamples::Outcome;
use referee_counterexamples::hunt::{CandidateSource, Draw, EndReason, HuntResult, SourceProfile};
use referee_counterexamples::neighbour;
use referee_counterexamples::text::Text;
use referee_generators::{Random, Seed};

use crate::support::{Program, candidate, failed, hunt};

/// Changes of a case with the number 1.
struct Changes {
    may_wander: bool,
}

impl CandidateSource for Changes {
    fn name(&self) -> &str {
        "changes"
    }

    fn draw(&self, seed: u64, index: u64) -> Result<Draw, Fault> {
        let texts = [seed, index].map(|number| number.to_string());
        let mut random = Random::new(Seed::of(&[&*texts[0], &*texts[1]]));
        let input = neighbour(&Text::new(b"1\n".to_vec()), &mut random);
        Ok(candidate(String::from_utf8_lossy(&input).into_owned()))
    }

    fn profile(&self) -> SourceProfile {
        SourceProfile { may_wander: self.may_wander, ..SourceProfile::of("changes") }
    }
}

/// Hunts a program that fails on twelve ones; with any other digit, an input is invalid.
fn hunted(may_wander: bool, jobs: usize) -> HuntResult {
    let program = Program(|input: &[u8]| {
        let digits = input.strip_suffix(b"\n").unwrap_or(input);
        let is_valid = !digits.is_empty() && digits.iter().all(|digit| *digit == b'1');
        Ok(match digits.len() {
            _ if !is_valid => Outcome::Invalid,
            12 => failed(),
            _ => Outcome::Passed(0),
        })
    });
    hunt(&program, &[&Changes { may_wander }], (100_000, jobs)).unwrap()
}

#[test]
fn a_find_may_be_many_steps_away() {
    let found = hunted(true, 1);
    let EndReason::Found(find) = &found.ended else { panic!("{found:?}") };
    assert_eq!(find.candidate.input, b"111111111111\n");
    assert_eq!(find.candidate.origin.to_string(), "an input of changes, changed again");
    assert_eq!(find.index, None);
    assert_eq!(found, hunted(true, 3));
    // One step away, all has soon been tried.
    assert_eq!(hunted(false, 2).ended, EndReason::Exhausted);
}

#[test]
fn where_nothing_is_new_it_ends() {
    let program = Program(|input: &[u8]| {
        Ok(if input == b"1\n" || input == b"2\n" { Outcome::Passed(0) } else { Outcome::Invalid })
    });
    let result = hunt(&program, &[&Changes { may_wander: true }], (100_000, 2)).unwrap();
    assert_eq!(result.ended, EndReason::Exhausted);
}
