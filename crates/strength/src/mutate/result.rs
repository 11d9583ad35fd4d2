//! The outcomes of the mutants of all programs.

use std::path::PathBuf;
use std::sync::Arc;

use super::mutant::Mutant;
use super::operators::Operator;
use super::outcome::{Outcome, Tally};
use crate::hunt::Find;

/// The outcomes of the mutants of all programs.
pub struct MutationResult {
    /// The name of the problem.
    pub problem: String,
    /// The number of its cases.
    pub cases: usize,
    /// The limit of CPU time, in seconds.
    pub time_limit: f64,
    /// The number of mutants before selection.
    pub found: usize,
    /// The seed of the selection.
    pub seed: u64,
    /// The operators used.
    pub operators: Vec<&'static Operator>,
    /// The programs.
    pub programs: Vec<MutatedProgram>,
    /// Whether it ended before all mutants were judged.
    pub is_interrupted: bool,
}

/// A program with the outcomes of its mutants.
pub struct MutatedProgram {
    /// Its name.
    pub name: Arc<str>,
    /// Why it was not mutated, if it was not.
    pub refused: Option<String>,
    /// Its mutants, in program order.
    pub mutants: Vec<JudgedMutant>,
}

/// A mutant with its outcome.
pub struct JudgedMutant {
    /// The mutant.
    pub mutant: Mutant,
    /// Its outcome.
    pub outcome: Outcome,
    /// The path to which it was written, if it was.
    pub saved: Option<PathBuf>,
    /// A case that would kill it, if a hunt found one.
    pub find: Option<Box<Find>>,
}

impl MutationResult {
    /// Iterates over all mutants, with their programs.
    pub fn mutants(&self) -> impl Iterator<Item = (&MutatedProgram, &JudgedMutant)> {
        self.programs
            .iter()
            .flat_map(|program| program.mutants.iter().map(move |one| (program, one)))
    }

    /// Iterates over the mutants that all cases accept.
    pub fn survivors(&self) -> impl Iterator<Item = (&MutatedProgram, &JudgedMutant)> {
        self.mutants().filter(|(_, one)| one.outcome == Outcome::Survived)
    }

    /// Counts the outcomes of all mutants.
    pub fn tally(&self) -> Tally {
        Tally::of(self.mutants().map(|(_, one)| &one.outcome))
    }

    /// Counts the outcomes for each operator that made some mutants.
    pub fn by_operator(&self) -> Vec<(&'static Operator, Tally)> {
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
    pub fn tally(&self) -> Tally {
        Tally::of(self.mutants.iter().map(|one| &one.outcome))
    }
}
