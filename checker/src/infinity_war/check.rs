//! The check: every claim is proved or refuted from the input alone.

use std::sync::OnceLock;

use super::refutation::Refutation;
use super::{Claim, Instance, MoveRows, Path, Reach, Square};

/// An instance, prepared once to check any number of claims against it from any number of threads.
pub struct Prepared {
    instance: Instance,
    rows: MoveRows,
    capture: Option<Path>,
    safe: OnceLock<Option<Square>>,
}

/// What the checker itself proves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Alice captures Bob along this path.
    AliceWins(Path),
    /// Alice cannot capture Bob, and Bob cannot reach this square.
    Tie(Square),
    /// Neither.
    BobWins,
}

impl Outcome {
    /// `Alice wins`, `tie` or `Bob wins`.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::AliceWins(_) => "Alice wins",
            Outcome::Tie(_) => "tie",
            Outcome::BobWins => "Bob wins",
        }
    }
}

impl Prepared {
    /// Sorts the moves and finds out whether Alice captures Bob. O(n log n) at most.
    pub fn new(instance: Instance) -> Self {
        let rows = MoveRows::new(&instance);
        let reach = Reach { instance: &instance, rows: &rows };
        let capture = reach.path(instance.alice(), instance.bob());
        Prepared { instance, rows, capture, safe: OnceLock::new() }
    }

    /// The instance.
    pub fn instance(&self) -> &Instance {
        &self.instance
    }

    /// The instance with its sorted moves, for questions of reach.
    pub fn reach(&self) -> Reach<'_> {
        Reach { instance: &self.instance, rows: &self.rows }
    }

    /// How Alice captures Bob, if she can.
    pub fn capture(&self) -> Option<Path> {
        self.capture
    }

    /// A square, not Bob's, that he cannot reach. Searched for when first asked for, then remembered.
    pub fn safe_square(&self) -> Option<Square> {
        *self.safe.get_or_init(|| self.reach().safe_square())
    }

    /// The outcome, with its witness.
    pub fn outcome(&self) -> Outcome {
        match self.capture {
            Some(path) => Outcome::AliceWins(path),
            None => self.safe_square().map_or(Outcome::BobWins, Outcome::Tie),
        }
    }

    /// Proves or refutes a claim. O(n) lookups for a tie, O(1) once an outcome is known.
    ///
    /// # Errors
    /// The refutation.
    pub fn check(&self, claim: Claim) -> Result<(), Refutation> {
        if let Some(path) = self.capture {
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
        let n = i64::from(self.instance.n());
        if !(1..=n).contains(&x) || !(1..=n).contains(&y) {
            return Err(Refutation::OffTheBoard);
        }
        let square = Square { x: x as i32, y: y as i32 };
        let bob = self.instance.bob();
        match self.reach().path(bob, square) {
            _ if square == bob => Err(Refutation::BobStandsThere),
            Some(path) => Err(Refutation::BobReaches(square, path)),
            None => Ok(()),
        }
    }
}
