//! Reference solvers of the shipped problems.
//!
//! A solver shares the instance type with the checker of its problem, and the type of its claim, but
//! no search: what one of them gets wrong the other one finds. Bytes in, bytes out; deliberately
//! absent are files, clocks, processes and global state.

pub mod huepfburg;
pub mod infinity_war;
mod solver;
pub mod subtraction_game;

pub use solver::{SolveError, Solver};

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
