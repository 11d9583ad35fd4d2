//! Infinity War: Alice and Bob, one piece each, n moves for both, one turn each.
//!
//! A turn is up to two moves, each landing on the board and capturing what stands there, or a
//! teleport to any square without another piece, or nothing. Alice moves first. So
//! - *Alice wins* if she can capture Bob with one or two moves;
//! - otherwise it is a *tie* if there is a square, not Bob's, that Bob cannot reach with at most
//!   two moves (her own counts); she goes there;
//! - otherwise *Bob wins*.
//!
//! Source: problem E "Endgame" of NWERC 2020, as presented in the slides "Infinity War" (Hadry,
//! Pircher, Würzburg 2021).

mod board;
mod check;
mod claim;
mod distinct;
#[cfg(feature = "drawing")]
mod draw;
mod geometry;
mod instance;
mod prepared;
mod reach;
mod refutation;

pub use claim::Claim;
pub use geometry::{Move, Square};
pub use instance::{Instance, MAX_N};
pub use prepared::{Prepared, ProvenOutcome};
pub use reach::{MoveRows, Path, Reach};
pub use refutation::Refutation;

use std::io::{self, Read};

#[cfg(feature = "drawing")]
use crate::drawing::Drawing;
use crate::text::{InputError, Scanner, Strictness};
use crate::{Case, CheckError, CheckVerdict, ProblemRules, Settings, TooLarge};

/// The problem as seen by the engine.
pub struct InfinityWar;

impl ProblemRules for InfinityWar {
    fn name(&self) -> &'static str {
        "infinity-war"
    }

    fn title(&self) -> &'static str {
        "Infinity War"
    }

    fn longest_input(&self, head: &[u8]) -> u64 {
        let Ok(n) = Scanner::new(head, Strictness::Lenient).integer("n", 0, i64::from(MAX_N))
        else {
            return head.len() as u64;
        };
        // Two signed numbers, a space and a line end; twice that to allow for extra white space.
        let line = 2 * (n.to_string().len() as u64 + 1) + 3;
        2 * line * (n as u64 + 3) + 1024
    }

    fn prepare(
        &self,
        input: &[u8],
        form: Strictness,
        _: Settings,
    ) -> Result<Box<dyn Case>, InputError> {
        Ok(Box::new(Prepared::new(Instance::parse(input, form)?)))
    }
}

impl Case for Prepared {
    fn check(&self, output: &mut dyn Read) -> Result<CheckVerdict, CheckError> {
        let claim = match Claim::parse(output)? {
            Ok(claim) => claim,
            Err(refusal) => return Ok(CheckVerdict::Refused(refusal)),
        };
        Ok(match self.check(claim) {
            Ok(()) => CheckVerdict::Accepted(claim.to_string()),
            Err(refutation) => CheckVerdict::Refused(Box::new(self.refusal(claim, &refutation))),
        })
    }

    fn outcome(&self) -> Result<&'static str, TooLarge> {
        Ok(Prepared::outcome(self).name())
    }

    fn answer_form(&self, answer: &mut dyn Read) -> io::Result<Result<(), InputError>> {
        Claim::strict_form(answer, self.instance())
    }

    #[cfg(feature = "drawing")]
    fn draw(&self, output: Option<&mut dyn Read>) -> Result<Option<Drawing>, CheckError> {
        draw::draw(self, output).map(Some)
    }
}
