//! What became of the mutants of all programs.

use std::path::PathBuf;
use std::sync::Arc;

use super::mutant::Mutant;
use super::operators::Operator;
use super::outcome::{Outcome, Tally};
use crate::hunt::Find;

/// What became of the mutants of all programs.
pub(crate) struct MutationResult {
    /// The name of the problem.
    pub(crate) problem: String,
    /// How many cases it has.
    pub(crate) cases: usize,
    /// The limit of CPU time, in seconds.
    pub(crate) time_limit: f64,
    /// How many mutants there were before some were chosen.
    pub(crate) found: usize,
    /// The seed of the choice.
    pub(crate) seed: u64,
    /// The operators that were asked for.
    pub(crate) operators: Vec<&'static Operator>,
    /// The programs.
    pub(crate) programs: Vec<MutatedProgram>,
    /// Whether it ended before all mutants were judged.
    pub(crate) is_interrupted: bool,
}

/// A program, and what became of its mutants.
pub(crate) struct MutatedProgram {
    /// Its name.
    pub(crate) name: Arc<str>,
    /// Why it was not mutated, if it was not.
    pub(crate) refused: Option<String>,
    /// Its mutants, in the order of the program.
    pub(crate) mutants: Vec<JudgedMutant>,
}

/// A mutant, and what became of it.
pub(crate) struct JudgedMutant {
    /// The mutant.
    pub(crate) mutant: Mutant,
    /// What became of it.
    pub(crate) outcome: Outcome,
    /// Where it was written, if it was.
    pub(crate) saved: Option<PathBuf>,
    /// A case that would kill it, if a hunt has found one.
    pub(crate) find: Option<Box<Find>>,
}

impl MutationResult {
    /// Iterates over all mutants, with their programs.
    pub(crate) fn mutants(&self) -> impl Iterator<Item = (&MutatedProgram, &JudgedMutant)> {
        self.programs
            .iter()
            .flat_map(|program| program.mutants.iter().map(move |one| (program, one)))
    }

    /// Iterates over the mutants that all cases accept.
    pub(crate) fn survivors(&self) -> impl Iterator<Item = (&MutatedProgram, &JudgedMutant)> {
        self.mutants().filter(|(_, one)| one.outcome == Outcome::Survived)
    }

    /// Counts the outcomes of all mutants.
    pub(crate) fn tally(&self) -> Tally {
        Tally::of(self.mutants().map(|(_, one)| &one.outcome))
    }

    /// Counts the outcomes of the mutants of each operator that made some.
    pub(crate) fn by_operator(&self) -> Vec<(&'static Operator, Tally)> {
        let tally = |operator: &'static Operator| {
            let own = self.mutants().filter(|(_, one)| one.mutant.operator.name == operator.name);
            (operator, Tally::of(own.map(|(_, one)| &one.outcome)))
        };
        let tallies = self.operators.iter().map(|operator| tally(operator));
        tallies.filter(|(_, tally)| tally.mutants > 0).collect()
    }
}

impl MutatedProgram {
    /// Counts the outcomes of its mutants.
    pub(crate) fn tally(&self) -> Tally {
        Tally::of(self.mutants.iter().map(|one| &one.outcome))
    }
}
