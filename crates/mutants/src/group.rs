//! Mutants in groups, as the tables show them. Problems are unknown here: each has a folder of its
//! own.

/// A solver with one fault, or a right one.
#[derive(Debug, Clone, Copy)]
pub struct Mutant<Solve: 'static> {
    /// The name, such as `pairs-only`.
    pub name: &'static str,
    /// The fault, in a few words that make sense below the title of its group.
    pub fault: &'static str,
    /// The solver.
    pub solve: Solve,
}

/// Mutants that are killed by the same kind of cases and in the same way.
#[derive(Debug, Clone, Copy)]
pub struct Group<Trial, Solve: 'static> {
    /// The heading, such as `Too slow`.
    pub title: &'static str,
    /// The mutants.
    pub mutants: &'static [Mutant<Solve>],
    /// Returns whether the mutants run on the case with this name.
    pub on: fn(&str) -> bool,
    /// A mutant that this many cases have killed runs on no further ones.
    pub enough: usize,
    /// Returns how a case kills a mutant, if it does.
    pub kills: fn(&Trial, &Solve) -> Option<&'static str>,
}

/// The mutants of one problem.
#[derive(Debug)]
pub struct Part<Trial, Solve: 'static> {
    /// The name of the problem, such as `infinity-war`.
    pub problem: &'static str,
    /// The name of the problem for people.
    pub title: &'static str,
    /// The limits at which a mutant counts as too slow or too large.
    pub limits: &'static str,
    /// Parses an input and computes what all mutants share; `None` if it is not in the strict form.
    pub prepare: fn(&[u8]) -> Option<Trial>,
    /// The mutants.
    pub groups: Vec<Group<Trial, Solve>>,
    /// Solvers that no case may kill.
    pub right: Vec<Group<Trial, Solve>>,
}

/// The number of kills that suffice for a mutant that takes long to run.
pub const ENOUGH: usize = 3;

/// Returns whether the case with this name is committed: the `.gitignore` of the cases goes by the
/// name, too.
pub fn is_committed(name: &str) -> bool {
    !is_on_demand(name)
}

/// Returns whether the case with this name is made on demand.
pub fn is_on_demand(name: &str) -> bool {
    name.contains("-full-")
}
