//! Mutants in groups, as the table shows them. What is here knows no problem; each has a folder of its own.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::equivalents::Equivalents;

/// A solver with one fault, or a right one.
#[derive(Debug, Clone, Copy)]
pub struct Mutant<Solve: 'static> {
    /// The name, such as `pairs-only`.
    pub name: &'static str,
    /// What is wrong, in words.
    pub fault: &'static str,
    /// The solver.
    pub solve: Solve,
}

/// Mutants that are killed by the same cases and in the same way.
#[derive(Debug, Clone, Copy)]
pub struct Group<Trial, Solve: 'static> {
    /// The heading, such as `Too slow`.
    pub title: &'static str,
    /// What has to be said about them all; may be empty.
    pub remark: &'static str,
    /// The mutants.
    pub mutants: &'static [Mutant<Solve>],
    /// Whether they are tried on the case of that name.
    pub on: fn(&str) -> bool,
    /// After how many cases that kill a mutant it is tried on no more.
    pub enough: usize,
    /// How a case kills a mutant, if it does.
    pub kills: fn(&Trial, &Solve) -> Option<&'static str>,
}

/// The mutants of one problem.
#[derive(Debug)]
pub struct Part<Trial, Solve: 'static> {
    /// The name of the problem, such as `infinity-war`.
    pub problem: &'static str,
    /// The name of the problem for people.
    pub title: &'static str,
    /// What stands before the tables.
    pub head: &'static str,
    /// Whether the table says how the first case kills a mutant.
    pub says_how: bool,
    /// Parses an input and finds out what all mutants share; `None` if it is not in the strict form.
    pub prepare: fn(&[u8]) -> Option<Trial>,
    /// The mutants.
    pub groups: Vec<Group<Trial, Solve>>,
    /// Changes of the jury's programs that no committed case kills.
    pub equivalents: &'static [Equivalents],
    /// Right solvers, and those that are right in what the case demands: no case kills them.
    pub right: Vec<Group<Trial, Solve>>,
}

/// The most cases that the table names for one mutant.
pub const NAMED: usize = 3;

/// Whether the case of that name is committed: the `.gitignore` of the cases goes by the name too.
pub fn is_committed(name: &str) -> bool {
    !is_on_demand(name)
}

/// Whether the case of that name is made on demand.
pub fn is_on_demand(name: &str) -> bool {
    name.contains("-full-")
}

/// How often a mutant may take steps before it is given up: some seconds. Those that are too slow have taken too many steps
/// by then on all inputs but the largest.
pub(crate) const PATIENCE: u64 = 100_000_000;

/// What a mutant dies of that panics: on inputs that are made for others, some leave their arrays.
pub(crate) const PANIC: &str = "crash: panic";

/// Runs a solver; `None` if it panics.
pub(crate) fn guarded<T>(solve: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(solve)).ok()
}
