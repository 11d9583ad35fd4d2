//! Judges outputs of problems without built-in rules: compares with the answer, or by programs.

use std::iter;
use std::path::Path;

use referee_checker::TooLarge;
use referee_checker::compare::{Comparison, Expected};

use super::external::{ExternalCase, ProgramChecker, RunMode};
use super::prepared::CaseJudge;
use crate::cases::CaseFile;
use crate::cases::case_fault;
use crate::dependencies::{Dependencies, Part};
use referee_base::fault::Fault;
use referee_base::files;
use referee_base::machine::Machine;

/// The judge of a problem's outputs.
pub enum Checker {
    /// Compares tokens with the answer, as the options say.
    Tokens {
        /// The comparison, parsed from the options.
        comparison: Comparison,
        /// The options as they were written.
        options: Vec<String>,
    },
    /// Runs a program.
    Program(ProgramChecker),
}

impl Checker {
    /// Creates a comparison of tokens.
    pub(super) fn tokens(options: Vec<String>) -> Result<Checker, Fault> {
        let comparison = Comparison::parse(options.iter().map(String::as_str))
            .map_err(|error| Fault::bad_input(error.to_string()))?;
        Ok(Checker::Tokens { comparison, options })
    }

    /// Returns the options that a comparison was configured with.
    pub(super) fn options(&self) -> Vec<String> {
        match self {
            Checker::Tokens { options, .. } => options.clone(),
            Checker::Program(_) => Vec::new(),
        }
    }

    /// Returns the parts that its verdicts depend on.
    pub(super) fn dependencies(&self) -> Result<Dependencies, Fault> {
        let mut all = Dependencies::default();
        if let Checker::Program(ProgramChecker { tool, others, protocol, run_mode }) = self {
            all.on(Part::Checker, format!("{protocol:?} {run_mode:?}").as_bytes());
            for tool in iter::once(tool).chain(others) {
                all = all.and(&tool.dependencies()?);
            }
        }
        Ok(all)
    }

    /// Returns whether it can judge an output without running the program that wrote it.
    pub(super) fn judges_outputs(&self) -> bool {
        !matches!(self, Checker::Program(checker) if checker.run_mode != RunMode::PLAIN)
    }

    /// Prepares a case, whose answer must exist. The input is not parsed.
    pub(super) fn prepare(&self, file: &CaseFile, machine: Machine) -> Result<CaseJudge, Fault> {
        match self {
            Checker::Tokens { comparison, .. } => {
                let answer = read_within(&file.answer(), "the answer", machine)?;
                Ok(CaseJudge::Rules(Box::new(Expected::new(answer, comparison.clone()))))
            }
            Checker::Program(checker) => {
                let absolute =
                    |path: &Path| path.canonicalize().map_err(|e| Fault::cannot_read(path, &e));
                let (input, answer) = (absolute(&file.input)?, absolute(&file.answer())?);
                Ok(CaseJudge::Program(ExternalCase::new(checker.clone(), input, answer)))
            }
        }
    }
}

/// Reads a whole file that must fit in memory; `what` names it in errors.
pub(super) fn read_within(path: &Path, what: &str, machine: Machine) -> Result<Vec<u8>, Fault> {
    let size = path.metadata().map_or(0, |found| found.len());
    TooLarge::unless(size, machine.memory, || what.into())
        .map_err(|error| case_fault::too_large(path, &error))?;
    files::read_at_most(path, machine.memory)
}
