//! A problem described by a `problem.toml`: outputs are compared with answers or judged by a
//! program; other programs find answers and validate inputs.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Write};
use std::sync::Arc;

use super::checker::Checker;
use super::external::{CheckerProtocol, end_of};
use super::input_validator::{InputRefusal, InputValidator};
use super::jury_program::{JuryProgram, JuryRun, last_words};
use super::prepared::CaseJudge;
use super::resolved::ResolvedCase;
use crate::cases::CaseFile;
use referee_base::fault::{Fault, FaultClass};
use referee_base::files;
use referee_base::machine::Machine;
use referee_sandbox::{Ended, ProcessExit, Stdin};

/// A problem described by a `problem.toml`.
pub struct CustomProblem {
    /// Its name.
    pub name: String,
    /// The judge of outputs.
    pub checker: Arc<Checker>,
    /// The program that finds answers.
    pub solver: Option<JuryProgram>,
    /// The validator of inputs.
    pub validator: Option<CustomValidator>,
    /// The generators of inputs, by name.
    pub generators: BTreeMap<String, JuryProgram>,
}

/// The input validator of a `problem.toml`.
pub enum CustomValidator {
    /// A program, and the protocol for calling it.
    Program(Box<JuryProgram>, CheckerProtocol),
    /// A description in checktestdata.
    Description(InputValidator),
}

impl CustomProblem {
    /// Runs the validator on an input, and prepares the case. What programs would do with an input
    /// that is rejected would say nothing more.
    pub(super) fn validate(
        &self,
        case: &ResolvedCase,
        machine: Machine,
    ) -> (Vec<Fault>, Option<CaseJudge>) {
        let mut faults: Vec<Fault> = self.validate_input(&case.file).err().into_iter().collect();
        let is_refusal = |fault: &Fault| fault.class == FaultClass::BadInput;
        if self.validator.is_some() && faults.iter().any(is_refusal) {
            return (faults, None);
        }
        let judge = case.judge(None, machine).map_err(|fault| faults.push(fault)).ok();
        // An interactive checker cannot judge an answer.
        (faults, judge.filter(|_| self.checker.judges_outputs()))
    }

    fn validate_input(&self, file: &CaseFile) -> Result<(), Fault> {
        let input = files::open(&file.input)?;
        let Some(validator) = &self.validator else {
            let fault = Fault::bad_input("it is unknown whether this input is valid");
            return Err(fault.help("name a [validator] in problem.toml").at(&file.input));
        };
        match validator.refusal(&input) {
            Ok(None) => Ok(()),
            Ok(Some(InputRefusal { place, reason })) => {
                let message = format!("the validator rejects it: {reason}");
                Err(Fault { place, ..Fault::bad_input(message) })
            }
            Err(fault) => Err(fault),
        }
        .map_err(|fault| fault.at(&file.input))
    }

    /// Returns the solver.
    pub(super) fn solver(&self, name: Option<&str>) -> Result<&JuryProgram, Fault> {
        match (&self.solver, name) {
            (_, Some(name)) => Err(super::unknown(&format!("solver of {}", self.name), name, &[])),
            (Some(solver), None) => Ok(solver),
            (None, None) => Err(Fault::bad_input(format!("{} has no solver", self.name))
                .help("name a [solver] in problem.toml")),
        }
    }
}

impl CustomValidator {
    /// Returns the reason why an input is invalid; `None` if it is valid. Error: the validator
    /// cannot be run on this input, or had to be stopped.
    pub(super) fn refusal(&self, input: &File) -> Result<Option<InputRefusal>, Fault> {
        match self {
            CustomValidator::Description(description) => description.refusal(input, &[], None),
            CustomValidator::Program(program, protocol) => {
                refusal_of_program(program, *protocol, input)
            }
        }
    }
}

fn refusal_of_program(
    program: &JuryProgram,
    protocol: CheckerProtocol,
    input: &File,
) -> Result<Option<InputRefusal>, Fault> {
    let (ended, reason) = program.validate_input(input, Vec::new(), None)?;
    let valid = match protocol {
        CheckerProtocol::Testlib => 0,
        _ => 42,
    };
    match (ended.stopped, ended.exit) {
        (None, ProcessExit::Exited(code)) if code == valid => Ok(None),
        (None, ProcessExit::Exited(_)) => {
            let reason = reason.unwrap_or_else(|| "it gives no reason".into());
            Ok(Some(InputRefusal { place: None, reason }))
        }
        _ => Err(failed(program, &ended)),
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
    if ended.succeeded() { Ok(()) } else { Err(failed(solver, &ended).at(&file.input)) }
}

/// Returns the fault for a jury program that failed, with its full message.
pub fn failed(tool: &JuryProgram, ended: &Ended) -> Fault {
    tool.in_full(may_be_tried_again(tool, ended))
}

/// Returns the fault for a jury program that failed, without recording its full message: the
/// program may be run once more.
pub fn may_be_tried_again(tool: &JuryProgram, ended: &Ended) -> Fault {
    let fault = tool.failure(ended, &end_of(ended));
    match last_words(ended) {
        None => fault,
        Some(said) => fault.help(said),
    }
}
