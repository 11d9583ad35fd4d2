//! Reference solvers: their name, cost and entry point.

use std::io::{self, Write};

use referee_checker::{InputError, TooLarge};
use referee_games::nim::NimTooLarge;

/// A reference solver of a shipped problem: input bytes in, answer bytes out.
#[derive(Debug)]
pub struct Solver {
    /// The name by which people select it, such as `exact`.
    pub name: &'static str,
    /// The method, in a few words.
    pub summary: &'static str,
    /// Its running time, such as `O(n log n)`.
    pub complexity: &'static str,
    /// The probability that its answer is wrong, or `none`.
    pub error: &'static str,
    /// Solves an input, which need not be in the strict form, using at most the given number of
    /// bytes of memory, and writes the answer in the strict form.
    pub solve: fn(&[u8], u64, &mut dyn Write) -> Result<(), SolveError>,
}

impl Solver {
    /// Returns the answer to an input, in memory, without a memory limit.
    ///
    /// # Errors
    /// Those of [`Solver::solve`].
    pub fn answer(&self, input: &[u8]) -> Result<Vec<u8>, SolveError> {
        let mut answer = Vec::new();
        (self.solve)(input, u64::MAX, &mut answer).map(|()| answer)
    }
}

/// Why a solver has no answer.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// The input violates its grammar.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The instance is too large for the available memory.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// A nim-value is too large to be stored.
    #[error("{0}; the solvers go no further")]
    NimTooLarge(#[from] NimTooLarge),
    /// The answer could not be written.
    #[error("cannot write the answer: {0}")]
    Write(#[from] io::Error),
}
