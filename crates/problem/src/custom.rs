//! A problem described by a `problem.toml`: outputs are compared with answers or judged by a
//! program; other programs find answers and validate inputs.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;

use super::checker::Checker;
use super::input_validator::{InputRefusal, InputValidator};
use super::jury_program::{JuryProgram, JuryRun};
use super::prepared::CaseJudge;
use super::resolved::ResolvedCase;
use crate::cases::CaseFile;
use referee_base::fault::{Fault, FaultClass};
use referee_base::files;
use referee_base::machine::Machine;
use referee_sandbox::Stdin;

/// A problem described by a `problem.toml`.
pub struct CustomProblem {
    /// Its name.
    pub name: String,
    /// The judge of outputs.
    pub checker: Arc<Checker>,
    /// The program that finds answers.
    pub solver: Option<JuryProgram>,
    /// The validator of inputs.
    pub validator: Option<InputValidator>,
    /// The generators of inputs, by name.
    pub generators: BTreeMap<String, JuryProgram>,
}

impl CustomProblem {
    /// Runs the validator on an input, and prepares the case. What programs would do with an input
    /// that is rejected would say nothing more.
    pub(super) fn validate(
        &self,
        case: &ResolvedCase,
        machine: Machine,
    ) -> (Vec<Fault>, Option<CaseJudge>) {
        let refused = |InputRefusal { place, reason }| Fault {
            place,
            ..Fault::bad_input(format!("the validator rejects it: {reason}"))
        };
        let fault = self.input_refusal(&case.file).map(|refusal| refusal.map(refused));
        let fault = fault.unwrap_or_else(Some).map(|fault| fault.at(&case.file.input));
        let mut faults: Vec<Fault> = fault.into_iter().collect();
        if faults.iter().any(|fault| fault.class == FaultClass::BadInput) {
            return (faults, None);
        }
        let judge = case.judge(None, machine).map_err(|fault| faults.push(fault)).ok();
        // An interactive checker cannot judge an answer.
        (faults, judge.filter(|_| self.checker.judges_outputs()))
    }

    /// Returns why the validator, if there is one, rejects an input.
    pub(super) fn input_refusal(&self, file: &CaseFile) -> Result<Option<InputRefusal>, Fault> {
        let input = files::open(&file.input)?;
        match &self.validator {
            Some(validator) => validator.refusal(&input, &[], None),
            None => Ok(None),
        }
    }

    /// Returns the solver.
    pub(super) fn solver(&self, name: Option<&str>) -> Result<&JuryProgram, Fault> {
        match (&self.solver, name) {
            (Some(solver), None) => Ok(solver),
            (Some(_), Some(_)) => {
                Err(Fault::bad_input(format!("{} has only one solver", self.name))
                    .help("omit --solver: the [solver] in problem.toml is used"))
            }
            (None, _) => Err(Fault::bad_input(format!("{} has no solver", self.name))
                .help("name a [solver] in problem.toml")),
        }
    }
}

/// Runs the solver on a case in the same way as a submission.
pub(super) fn solve(
    solver: &JuryProgram,
    case: &ResolvedCase,
    answer: &mut dyn Write,
) -> Result<(), Fault> {
    let file = &case.file;
    let files = case.working_files()?;
    let input = files::open(&file.input)?;
    let mut written = Ok(());
    let arguments = case.arguments().iter().map(Into::into).collect();
    let task =
        JuryRun { arguments, files: files.as_ref(), ..JuryRun::reading(Stdin::File(&input)) };
    let ended = solver.run(task, &mut |output| {
        written = io::copy(output, answer).map(drop);
    })?;
    written.map_err(|error| Fault::cannot_write(&file.answer(), &error))?;
    if ended.succeeded() { Ok(()) } else { Err(solver.failed(&ended).at(&file.input)) }
}
