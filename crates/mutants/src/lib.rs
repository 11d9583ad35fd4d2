//! Mutants: solvers of the shipped problems with one fault each, as real ones had it.
//!
//! They are what tests and benches fail: the table of which case kills which (`docs/mutants.md`), the hunt for inputs on which
//! they fail, and what makes such inputs smaller. [`mutants`] lists them all, whatever their problem; the modules of the problems
//! have them in the groups of the table, together with right solvers, which nothing may kill. [`equivalents()`] are those that are
//! none: changes of the jury's programs that no case can tell from the original.
//!
//! Work is counted in steps, not in time, so that a mutant fails in the same way on every machine.

#![forbid(unsafe_code)]

mod equivalents;
mod group;
pub mod huepfburg;
pub mod infinity_war;
mod known;
mod stopped;
pub mod subtraction_game;

pub use equivalents::{ChangedLine, Equivalents};
pub use group::{Group, Mutant, NAMED, Part, is_committed, is_on_demand};
pub use known::{KnownMutant, equivalents, mutants, right_solvers};
