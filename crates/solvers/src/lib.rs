//! Reference solvers of the shipped problems.
//!
//! A solver shares the instance and claim types with the checker of its problem, but no search
//! code, so that each reveals the other's bugs. A solver maps bytes to bytes; it uses no files,
//! clocks, processes or global state.

pub mod huepfburg;
pub mod infinity_war;
mod solver;
pub mod subtraction_game;

pub use solver::{SolveError, Solver};

/// Returns the solvers of a problem, the default one first; empty for an unknown problem.
pub fn solvers(problem: &str) -> &'static [Solver] {
    match problem {
        "infinity-war" => infinity_war::SOLVERS,
        "huepfburg" => huepfburg::SOLVERS,
        "subtraction-game" => subtraction_game::SOLVERS,
        _ => &[],
    }
}

/// Returns the solver with this name.
pub fn solver(problem: &str, name: &str) -> Option<&'static Solver> {
    solvers(problem).iter().find(|solver| solver.name == name)
}
