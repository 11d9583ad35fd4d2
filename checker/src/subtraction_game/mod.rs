//! Subtraction games: heaps, and amounts that may be taken from one of them in a turn.
//!
//! A player who cannot move loses. The amounts are all squares, or a finite set. A position is
//! *cold* if the player to move loses, and *hot* otherwise. The answer is which of the two, and for
//! a hot position a move that leaves a cold one. The checker accepts any such move.
//!
//! Source: D. Eppstein, "Faster Evaluation of Subtraction Games" (FUN 2018, arXiv 1804.06515).

mod check;
mod claim;
#[cfg(feature = "drawing")]
mod draw;
mod instance;
mod prepared;
mod refutation;
mod values;

pub use claim::{Claim, HeapMove};
pub use instance::{Instance, MAX_AMOUNT, MAX_COUNT, MAX_HEAP, Rule};
pub use prepared::Prepared;

use std::io::{self, Read};

#[cfg(feature = "drawing")]
use crate::drawing::Drawing;
use crate::text::{InputError, Strictness};
use crate::{Case, CheckError, CheckVerdict, ProblemRules, Settings, TooLarge};

/// The problem as seen by the engine.
pub struct SubtractionGame;

impl ProblemRules for SubtractionGame {
    fn name(&self) -> &'static str {
        "subtraction-game"
    }

    fn title(&self) -> &'static str {
        "Subtraction game"
    }

    fn longest_input(&self, _: &[u8]) -> u64 {
        // An amount and a heap for each, with a separator; twice that to allow for extra white
        // space.
        let line = |largest: u64| u64::from(MAX_COUNT) * (largest.to_string().len() as u64 + 1);
        2 * (line(MAX_AMOUNT) + line(MAX_HEAP)) + 1024
    }

    fn prepare(
        &self,
        input: &[u8],
        form: Strictness,
        settings: Settings,
    ) -> Result<Box<dyn Case>, InputError> {
        Ok(Box::new(Prepared::new(Instance::parse(input, form)?, settings)))
    }
}

impl Case for Prepared {
    fn check(&self, output: &mut dyn Read) -> Result<CheckVerdict, CheckError> {
        let claim = match Claim::parse(output)? {
            Ok(claim) => claim,
            Err(refusal) => return Ok(CheckVerdict::Refused(refusal)),
        };
        Ok(match self.check(claim)? {
            Ok(()) => CheckVerdict::Accepted(claim.to_string()),
            Err(refutation) => CheckVerdict::Refused(Box::new(self.refusal(claim, &refutation)?)),
        })
    }

    fn outcome(&self) -> Result<&'static str, TooLarge> {
        Ok(if self.is_cold()? { "cold" } else { "hot" })
    }

    fn answer_form(&self, answer: &mut dyn Read) -> io::Result<Result<(), InputError>> {
        Claim::strict_form(answer, self.instance())
    }

    #[cfg(feature = "drawing")]
    fn draw(&self, output: Option<&mut dyn Read>) -> Result<Option<Drawing>, CheckError> {
        draw::draw(self, output).map(Some)
    }
}
