//! An instance, prepared once for any number of claims, and what the checker proves about it.

use std::sync::OnceLock;

use super::{Instance, MoveRows, Path, Reach, Square};

/// An instance, prepared once to check any number of claims against it from any number of threads.
pub struct Prepared {
    instance: Instance,
    rows: MoveRows,
    capture: Option<Path>,
    safe: OnceLock<Option<Square>>,
}

/// What the checker proves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProvenOutcome {
    /// Alice captures Bob along this path.
    AliceWins(Path),
    /// Alice cannot capture Bob, and Bob cannot reach this square.
    Tie(Square),
    /// Neither.
    BobWins,
}

impl ProvenOutcome {
    /// `Alice wins`, `tie` or `Bob wins`.
    pub fn name(self) -> &'static str {
        match self {
            ProvenOutcome::AliceWins(_) => "Alice wins",
            ProvenOutcome::Tie(_) => "tie",
            ProvenOutcome::BobWins => "Bob wins",
        }
    }
}

impl Prepared {
    /// Sorts the moves and determines whether Alice captures Bob. O(n log n) at most.
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

    /// A square, not Bob's, that he cannot reach. Searched for on first use, then cached.
    pub fn safe_square(&self) -> Option<Square> {
        *self.safe.get_or_init(|| self.reach().safe_square())
    }

    /// The outcome, with its witness.
    pub fn outcome(&self) -> ProvenOutcome {
        match self.capture {
            Some(path) => ProvenOutcome::AliceWins(path),
            None => self.safe_square().map_or(ProvenOutcome::BobWins, ProvenOutcome::Tie),
        }
    }
}
