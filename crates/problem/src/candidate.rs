//! Inputs outside of any case folder: whether they are valid, and their answers.

use std::fs;
use std::sync::Arc;
use std::time::Duration;

use referee_checker::Strictness;
use referee_checktestdata::Description;

use super::input_validator::InputValidator;
use super::{Problem, ResolvedCase};
use crate::cases::{CaseFile, case_fault};
use referee_base::fault::Fault;
use referee_base::machine::Machine;

impl Problem {
    /// Resolves a candidate with the settings and extra files of the case `like`, as if it replaced
    /// that case; without `like`, as a case of its own.
    ///
    /// # Errors
    /// The settings are invalid.
    pub fn resolve_like(
        &self,
        candidate: &CaseFile,
        like: Option<&CaseFile>,
    ) -> Result<ResolvedCase, Fault> {
        let resolved = self.resolve(like.unwrap_or(candidate))?;
        Ok(ResolvedCase { file: candidate.clone(), ..resolved })
    }

    /// Returns whether the problem can validate inputs.
    pub fn validates_inputs(&self) -> bool {
        match self {
            Problem::Shipped(_) => true,
            Problem::Custom(custom) => custom.validator.is_some(),
            Problem::Packaged(packaged) => !packaged.input_validators().is_empty(),
        }
    }

    /// Returns the descriptions of its inputs in checktestdata, with their names.
    pub fn descriptions(&self) -> Vec<(&str, &Arc<Description>)> {
        let validators: Vec<&InputValidator> = match self {
            Problem::Shipped(_) => Vec::new(),
            Problem::Custom(custom) => custom.validator.iter().collect(),
            Problem::Packaged(packaged) => packaged.input_validators().iter().collect(),
        };
        let named = validators.into_iter();
        named.filter_map(|one| Some((&*one.name, one.description()?))).collect()
    }

    /// Returns why an input is invalid, in one line; `None` if it is valid, or nothing can tell.
    ///
    /// # Errors
    /// A validator cannot be run.
    pub fn input_refusal(
        &self,
        case: &ResolvedCase,
        input: &[u8],
        machine: Machine,
    ) -> Result<Option<String>, Fault> {
        match self {
            Problem::Shipped(shipped) => {
                let error = shipped.prepare(input, Strictness::Strict, machine).err();
                let fault = |error| case_fault::grammar(&case.file.input, &error, input);
                Ok(error.map(|error| fault(error).message.to_string()))
            }
            Problem::Custom(custom) => {
                Ok(custom.input_refusal(&case.file)?.map(|refusal| refusal.reason))
            }
            Problem::Packaged(packaged) => {
                let refused = packaged.validate_input(case)?;
                Ok(refused.map(|(validator, refusal)| format!("{validator}: {}", refusal.reason)))
            }
        }
    }

    /// Bounds the CPU time of later runs of its programs: some never end on unusual inputs.
    pub fn bound_runs(&self, most: Duration) {
        match self {
            Problem::Shipped(_) => {}
            Problem::Custom(custom) => custom.bound_runs(most),
            Problem::Packaged(packaged) => packaged.bound_runs(most),
        }
    }

    /// Returns whether outputs are judged against the answer of a solver. Those of interactive and
    /// multi-pass problems are not.
    pub fn has_answers(&self) -> bool {
        match self {
            Problem::Shipped(_) => true,
            Problem::Custom(custom) => custom.checker.judges_outputs(),
            Problem::Packaged(packaged) => packaged.run_mode() == super::RunMode::PLAIN,
        }
    }

    /// Returns whether the problem has a solver.
    pub fn has_solver(&self) -> bool {
        match self {
            Problem::Shipped(_) => true,
            Problem::Custom(custom) => custom.solver.is_some(),
            Problem::Packaged(packaged) => !packaged.package.solutions().is_empty(),
        }
    }

    /// Writes the answer of a candidate beside its input, with the named solver or the default one;
    /// the answer is empty if the problem has no answers.
    ///
    /// # Errors
    /// There is no such solver, it fails, or the answer cannot be written.
    pub fn write_answer(
        &self,
        case: &ResolvedCase,
        solver: Option<&str>,
        machine: Machine,
    ) -> Result<(), Fault> {
        let path = case.file.answer();
        let mut answer = Vec::new();
        self.solver(solver)?(case, machine, &mut answer)?;
        fs::write(&path, answer).map_err(|error| Fault::cannot_write(&path, &error))
    }
}

impl super::CustomProblem {
    fn bound_runs(&self, most: Duration) {
        let validator = self.validator.as_ref().and_then(InputValidator::program);
        validator.into_iter().chain(&self.solver).for_each(|program| program.bound_runs(most));
    }
}
