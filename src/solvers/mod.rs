//! Reference solvers of the shipped problems.
//!
//! A solver shares the instance type with the checker of its problem, and the type of its claim, but
//! no search: what one of them gets wrong the other one finds. Bytes in, bytes out; deliberately
//! absent are files, clocks, processes and global state.

pub mod huepfburg;
pub mod infinity_war;
pub mod subtraction_game;

use std::io::{self, Write};

use referee_checker::{InputError, TooLarge};

use referee_games::nim::NimTooLarge;

/// A reference solver of a shipped problem: input bytes in, answer bytes out.
#[derive(Debug)]
pub struct Solver {
    /// The problem's name, as the checker has it.
    pub problem: &'static str,
    /// The name by which people select it, such as `exact`.
    pub name: &'static str,
    /// How it works, in a few words.
    pub summary: &'static str,
    /// What it costs, such as `O(n log n)`.
    pub complexity: &'static str,
    /// The probability that its answer is wrong, or `none`.
    pub error: &'static str,
    /// Solves an input, which need not be in the strict form, taking no more than that many bytes of
    /// memory, and writes the answer in the strict form.
    pub solve: fn(&[u8], u64, &mut dyn Write) -> Result<(), SolveError>,
}

impl Solver {
    /// The answer to an input, held in memory, whatever it takes.
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
    /// The input leaves its grammar.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The instance is too large for the memory that there is.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// There is a nim-value that the methods do not hold.
    #[error("{0}; the solvers go no further")]
    NimTooLarge(#[from] NimTooLarge),
    /// The answer could not be written.
    #[error("cannot write the answer: {0}")]
    Write(#[from] io::Error),
}

/// The solvers of a problem, the default one first; none for an unknown problem.
pub fn solvers(problem: &str) -> &'static [Solver] {
    match problem {
        "infinity-war" => infinity_war::SOLVERS,
        "huepfburg" => huepfburg::SOLVERS,
        "subtraction-game" => subtraction_game::SOLVERS,
        _ => &[],
    }
}

/// The solver of that name.
pub fn solver(problem: &str, name: &str) -> Option<&'static Solver> {
    solvers(problem).iter().find(|solver| solver.name == name)
}
