//! Inputs that belong to no case folder: whether they are valid, and what their answers are.

use std::fs::{self, File};

use referee_checker::Strictness;

use super::packaged::InputVerdict;
use super::{Problem, ResolvedCase};
use crate::cases::{CaseFile, case_fault};
use referee_base::fault::Fault;
use referee_base::machine::Machine;

impl Problem {
    /// Resolves a candidate as if it stood in the place of another case, whose settings and extra files it gets; in no place where
    /// there is none.
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

    /// Returns whether anything can tell valid inputs from others.
    pub fn validates_inputs(&self) -> bool {
        match self {
            Problem::Shipped(_) => true,
            Problem::Custom(custom) => custom.validator.is_some(),
            Problem::Packaged(packaged) => packaged.has_input_validators(),
        }
    }

    /// Returns why an input is not valid, in one line; none if it is, or if nothing can tell.
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
            Problem::Custom(custom) => custom.input_refusal(&case.file),
            Problem::Packaged(packaged) => Ok(match packaged.validate_input(case)? {
                InputVerdict::Valid => None,
                InputVerdict::Refused(validator, refusal) => {
                    Some(format!("{validator}: {}", refusal.reason))
                }
            }),
        }
    }

    /// Returns whether outputs are judged against an answer that a solver finds. In interactive and multi-pass problems they are not.
    pub fn has_answers(&self) -> bool {
        match self {
            Problem::Shipped(_) => true,
            Problem::Custom(custom) => custom.checker.judges_outputs(),
            Problem::Packaged(packaged) => packaged.run_mode() == super::RunMode::PLAIN,
        }
    }

    /// Writes the answer of a candidate beside its input, by the solver of that name or else the default one; an empty one where a problem
    /// has no answers.
    ///
    /// # Errors
    /// There is no solver, it fails, or the answer cannot be written.
    pub fn write_answer(
        &self,
        case: &ResolvedCase,
        solver: Option<&str>,
        machine: Machine,
    ) -> Result<(), Fault> {
        let path = case.file.answer();
        let mut answer = Vec::new();
        if self.has_answers() {
            self.solver(solver)?(case, machine, &mut answer)?;
        }
        fs::write(&path, answer).map_err(|error| Fault::cannot_write(&path, &error))
    }
}

impl super::CustomProblem {
    /// Returns why its validator refuses an input, if it has one and it does.
    fn input_refusal(&self, file: &CaseFile) -> Result<Option<String>, Fault> {
        let Some(validator) = &self.validator else { return Ok(None) };
        let path = &file.input;
        let input = File::open(path).map_err(|error| Fault::cannot_read(path, &error))?;
        validator.refusal(&input).map(|refusal| refusal.map(|refusal| refusal.reason))
    }
}
