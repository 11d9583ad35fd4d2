//! The check: every claim is proved or refuted from the input alone.

use super::refutation::Refutation;
use super::{Claim, Prepared, Square};

impl Prepared {
    /// Proves or refutes a claim. Takes O(n) lookups for a tie, and O(1) once
    /// an outcome is known.
    ///
    /// # Errors
    /// The refutation.
    pub fn check(&self, claim: Claim) -> Result<(), Refutation> {
        if let Some(path) = self.capture() {
            return match claim {
                Claim::AliceWins => Ok(()),
                Claim::Tie { .. } | Claim::BobWins => Err(Refutation::AliceCaptures(path)),
            };
        }
        match claim {
            Claim::AliceWins => Err(Refutation::AliceCannotCapture),
            Claim::Tie { x, y } => self.check_square(x, y),
            Claim::BobWins => match self.safe_square() {
                Some(square) => Err(Refutation::AliceEscapes(square)),
                None => Ok(()),
            },
        }
    }

    fn check_square(&self, x: i64, y: i64) -> Result<(), Refutation> {
        let n = i64::from(self.instance().n());
        if !(1..=n).contains(&x) || !(1..=n).contains(&y) {
            return Err(Refutation::OffTheBoard);
        }
        let square = Square { x: x as i32, y: y as i32 };
        let bob = self.instance().bob();
        match self.reach().path(bob, square) {
            _ if square == bob => Err(Refutation::BobStandsThere),
            Some(path) => Err(Refutation::BobReaches(square, path)),
            None => Ok(()),
        }
    }
}
