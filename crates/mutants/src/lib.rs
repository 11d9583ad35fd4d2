//! Mutants: solvers of the shipped problems with one mistake each, as contestants make them.
//!
//! Tests and benches use them to measure cases (`docs/mutants.md` lists which case kills which),
//! the hunt for inputs on which a program fails, and the shrinker. [`mutants`] lists them all; the
//! modules of the problems have them in groups, with right solvers, which no case may kill.
//! [`equivalents()`] are changes of the jury's programs that no case can distinguish from the
//! original.
//!
//! Work is counted in steps, not in time, so that a mutant fails in the same way on every machine.

#![forbid(unsafe_code)]

mod budget;
mod group;
mod known;

/// Defines a mutant in a module: its right solver with some parts changed, or a separate solver.
macro_rules! mutant {
    ($name:literal, $fault:literal, $($part:ident: $value:expr),+ $(,)?) => {
        mutant!($name, $fault, = |instance, budget| {
            Solver { $($part: $value,)+ ..RIGHT }.solve(instance, budget)
        })
    };
    ($name:literal, $fault:literal, = $solve:expr) => {
        Mutant { name: $name, fault: $fault, solve: $solve }
    };
}

pub mod huepfburg;
pub mod infinity_war;
pub mod subtraction_game;

pub use budget::{Budget, Output, Stopped};
pub use group::{ENOUGH, Group, Mutant, Part, is_committed, is_on_demand};
pub use known::{Equivalent, KnownMutant, equivalents, mutants, right_solvers};
