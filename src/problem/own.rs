//! A problem of somebody's own: outputs are compared with answers or judged by a program, other programs find answers
//! and look at inputs.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use referee_checker::compare::{Comparison, Expected};
use referee_checker::{Case, TooLarge};

use super::external::{Course, ExternalCase, Protocol, end_of};
use super::tool::{Task, Tool, last_words};
use crate::case_fault;
use crate::cases::CaseFile;
use crate::check::no_answer;
use referee_base::fault::Fault;
use referee_base::files;
use referee_base::machine::Machine;
use referee_sandbox::{Ended, Exit, Stdin, WorkingFiles};

/// A problem of somebody's own.
pub struct Own {
    /// Its name.
    pub name: String,
    /// How outputs are judged.
    pub checker: Checker,
    /// What finds answers.
    pub solver: Option<Tool>,
    /// What looks at inputs, and how it is called.
    pub validator: Option<(Tool, Protocol)>,
}

/// How outputs are judged.
pub enum Checker {
    /// Token by token with the answer, as the options say.
    Tokens {
        /// How.
        comparison: Comparison,
        /// The options as they were written.
        options: Vec<String>,
    },
    /// By a program.
    Program {
        /// The program.
        tool: Arc<Tool>,
        /// Others that must accept an output as well. They are called in the same way, and only where the course is plain.
        others: Vec<Arc<Tool>>,
        /// How it is called.
        protocol: Protocol,
        /// How outputs come to it; anything but [`Course::PLAIN`] is for [`Protocol::Icpc`] only.
        course: Course,
    },
}

impl Own {
    /// What its checker is told beside input and output.
    pub(super) fn options(&self) -> Vec<String> {
        match &self.checker {
            Checker::Tokens { options, .. } => options.clone(),
            Checker::Program { .. } => Vec::new(),
        }
    }

    /// A text that differs where outputs may be judged differently.
    pub(super) fn checker_key(&self) -> Result<String, Fault> {
        match &self.checker {
            Checker::Tokens { .. } => Ok("tokens".into()),
            Checker::Program { tool, others, protocol, course } => {
                let Course { interactive, passes } = course;
                let kind = if *interactive { "interactive " } else { "" };
                let mut key = format!("{} {kind}{passes} {}", protocol.name(), tool.key()?);
                for other in others {
                    key = key + " " + &other.key()?;
                }
                Ok(key)
            }
        }
    }

    /// Prepares a case. Its input is nothing that we understand; its answer must be there.
    pub(super) fn read(&self, file: &CaseFile, machine: Machine) -> Result<Box<dyn Case>, Fault> {
        if !file.has_answer {
            return Err(no_answer(&file.answer()));
        }
        match &self.checker {
            Checker::Tokens { comparison, .. } => {
                let answer = file.answer();
                let size = answer.metadata().map_or(0, |found| found.len());
                TooLarge::unless(size, machine.memory, || "the answer".into())
                    .map_err(|error| case_fault::too_large(&answer, &error))?;
                let bytes = files::read_at_most(&answer, machine.memory)?;
                Ok(Box::new(Expected::new(bytes, *comparison)))
            }
            Checker::Program { tool, others, protocol, course } => {
                Ok(Box::new(external_case(file, tool, others, *protocol, *course)?))
            }
        }
    }

    /// The case, if a program judges it.
    pub(super) fn external(&self, file: &CaseFile) -> Result<Option<ExternalCase>, Fault> {
        match &self.checker {
            Checker::Tokens { .. } => Ok(None),
            Checker::Program { .. } if !file.has_answer => Err(no_answer(&file.answer())),
            Checker::Program { tool, others, protocol, course } => {
                external_case(file, tool, others, *protocol, *course).map(Some)
            }
        }
    }

    /// Has the validator look at an input, and prepares the case.
    pub(super) fn validate(
        &self,
        file: &CaseFile,
        machine: Machine,
    ) -> (Vec<Fault>, Option<Box<dyn Case>>) {
        let mut faults = Vec::new();
        if let Err(fault) = self.look_at(file) {
            faults.push(fault);
        }
        if matches!(&self.checker, Checker::Program { course, .. } if *course != Course::PLAIN) {
            // Its checker talks with programs: it has nothing to say about an answer.
            return (faults, None);
        }
        match self.read(file, machine) {
            Ok(case) => (faults, Some(case)),
            Err(fault) => {
                faults.push(fault);
                (faults, None)
            }
        }
    }

    fn look_at(&self, file: &CaseFile) -> Result<(), Fault> {
        let Some((validator, protocol)) = &self.validator else {
            return Err(Fault::bad_input("nobody can say whether this is a valid input")
                .at(&file.input)
                .help("name a [validator] in problem.toml"));
        };
        let input = files::open(&file.input)?;
        let (ended, reason) = validator.look_at(&input, Vec::new(), None)?;
        let valid = match protocol {
            Protocol::Icpc => 42,
            Protocol::Testlib => 0,
        };
        match (ended.stopped, ended.exit) {
            (None, Exit::Exited(code)) if code == valid => Ok(()),
            (None, Exit::Exited(_)) => {
                let reason = reason.unwrap_or_else(|| "and gives no reason".into());
                let message = format!("the validator refuses it: {reason}");
                Err(Fault::bad_input(message).at(&file.input))
            }
            _ => Err(failed(validator, &ended).at(&file.input)),
        }
    }

    /// The solver.
    pub(super) fn solver(&self, name: Option<&str>) -> Result<&Tool, Fault> {
        match (&self.solver, name) {
            (_, Some(name)) => Err(super::unknown(&format!("solver of {}", self.name), name, &[])),
            (Some(solver), None) => Ok(solver),
            (None, None) => Err(Fault::bad_input(format!("{} has no solver", self.name))
                .help("name a [solver] in problem.toml")),
        }
    }
}

/// Has the solver solve a case.
pub(super) fn solve(
    solver: &Tool,
    file: &CaseFile,
    files: Option<&WorkingFiles>,
    answer: &mut dyn Write,
) -> Result<(), Fault> {
    let input = files::open(&file.input)?;
    let mut written = Ok(());
    let task = Task { files, ..Task::reading(Stdin::File(&input)) };
    let ended = solver.run(task, &mut |output| {
        written = io::copy(output, answer).map(drop);
    })?;
    written.map_err(|error| Fault::cannot_write(&file.answer(), &error))?;
    match ended.is_well() {
        true => Ok(()),
        false => Err(failed(solver, &ended).at(&file.input)),
    }
}

fn external_case(
    file: &CaseFile,
    checker: &Arc<Tool>,
    others: &[Arc<Tool>],
    protocol: Protocol,
    course: Course,
) -> Result<ExternalCase, Fault> {
    let absolute =
        |path: &Path| path.canonicalize().map_err(|error| Fault::cannot_read(path, &error));
    let (input, answer) = (absolute(&file.input)?, absolute(&file.answer())?);
    let case_of = |checker: &Arc<Tool>, others| {
        let (checker, input, answer) = (Arc::clone(checker), input.clone(), answer.clone());
        ExternalCase { checker, others, protocol, course, input, answer }
    };
    Ok(case_of(checker, others.iter().map(|other| case_of(other, Vec::new())).collect()))
}

/// The fault that a tool did not do its work.
pub(crate) fn failed(tool: &Tool, ended: &Ended) -> Fault {
    let fault = tool.fault(&end_of(ended));
    match last_words(ended) {
        None => fault,
        Some(said) => fault.help(said),
    }
}
