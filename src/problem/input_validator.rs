//! Input validators, of packages for the most part: programs that run in sandboxes, and descriptions that inputs are held against here.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use referee_checker::Position;
use referee_checktestdata::{CheckError, Description, Limits};

use super::external::end_of;
use super::jury_program::JuryProgram;
use crate::programs::JURY_LIMITS;
use referee_base::fault::{Fault, show};
use referee_package as package;
use referee_package::{InputValidatorKind, Package};
use referee_sandbox::{ProcessExit, WorkingFiles};

/// The steps of a description that count as a second.
const STEPS_PER_SECOND: u64 = 100_000_000;

/// An input validator that can be used.
pub struct InputValidator {
    /// Its path in the package.
    pub path: String,
    /// Its name, with its extension: the specification can be read either way, and other tools read it like this.
    pub name: String,
    means: Means,
}

/// How inputs are validated.
enum Means {
    Program(Box<JuryProgram>),
    Description {
        description: Arc<Description>,
        limits: Limits,
        /// Its fault, once it has exceeded the limit of steps on some input. Others would take as long, so it is not tried on them.
        fault: OnceLock<Fault>,
    },
}

/// Why an input validator refuses an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputRefusal {
    /// The place in the input, if it is known.
    pub place: Option<Position>,
    /// The reason.
    pub reason: String,
}

impl InputValidator {
    /// Creates an input validator of a package; none for a description that cannot be used, as its diagnostics say.
    ///
    /// # Errors
    /// It is a program that `program` cannot find.
    pub fn new(
        package: &Package,
        validator: &package::InputValidator,
        program: impl FnOnce(&str) -> Result<JuryProgram, Fault>,
    ) -> Result<Option<InputValidator>, Fault> {
        let means = match &validator.kind {
            InputValidatorKind::Unusable => return Ok(None),
            InputValidatorKind::Program => Means::Program(Box::new(program(&validator.path)?)),
            InputValidatorKind::Description(description) => Means::Description {
                description: Arc::clone(description),
                limits: limits(&package.metadata.limits),
                fault: OnceLock::new(),
            },
        };
        let (path, name) = (validator.path.clone(), validator.name().to_string());
        Ok(Some(InputValidator { path, name, means }))
    }

    /// Creates an input validator from a description, with the limits of jury programs.
    pub(super) fn of_description(name: String, description: Description) -> InputValidator {
        let limits = Limits {
            steps: JURY_LIMITS.cpu.as_secs() * STEPS_PER_SECOND,
            memory: JURY_LIMITS.memory,
        };
        let (description, fault) = (Arc::new(description), OnceLock::new());
        let means = Means::Description { description, limits, fault };
        InputValidator { path: name.clone(), name, means }
    }

    /// Returns the program; none for a description.
    pub fn program(&self) -> Option<&JuryProgram> {
        match &self.means {
            Means::Program(program) => Some(program),
            Means::Description { .. } => None,
        }
    }

    /// Builds it, so that its first run starts at once.
    ///
    /// # Errors
    /// It cannot be built.
    pub fn prepare(&self) -> Result<(), Fault> {
        self.program().map_or(Ok(()), JuryProgram::prepare)
    }

    /// Returns a fault of this validator.
    pub fn fault(&self, message: &str) -> Fault {
        match &self.means {
            Means::Program(program) => program.fault(message),
            Means::Description { .. } => {
                Fault::judge(format!("the input validator {}: {message}", show(self.path.as_ref())))
            }
        }
    }

    /// Holds an input against it, and returns why it refuses the input, if it does.
    ///
    /// # Errors
    /// It cannot be run on this input, or does not end by itself.
    pub fn refusal(
        &self,
        input: &File,
        arguments: &[String],
        files: Option<&WorkingFiles>,
    ) -> Result<Option<InputRefusal>, Fault> {
        match &self.means {
            Means::Program(program) => refusal_of_program(program, input, arguments, files),
            Means::Description { description, limits, fault: known } => {
                if let Some(fault) = known.get() {
                    return Err(fault.clone());
                }
                let input = self.read(input, limits.memory)?;
                match description.check(&input, *limits) {
                    Ok(()) => Ok(None),
                    Err(CheckError::Mismatch(mismatch)) => Ok(Some(InputRefusal {
                        place: Some(mismatch.place),
                        reason: mismatch.message(),
                    })),
                    Err(CheckError::Failed(error)) => {
                        let fault = self.fault(&error.to_string());
                        let fault = Fault { help: error.help.map(Box::from), ..fault };
                        Err(if error.is_too_long {
                            known.get_or_init(|| fault).clone()
                        } else {
                            fault
                        })
                    }
                }
            }
        }
    }

    /// Reads an input of at most so many bytes.
    fn read(&self, input: &File, most: u64) -> Result<Vec<u8>, Fault> {
        let mut bytes = Vec::new();
        let read = input.take(most.saturating_add(1)).read_to_end(&mut bytes);
        read.map_err(|error| Fault::cannot_read(Path::new("the input"), &error))?;
        match bytes.len() as u64 > most {
            true => Err(self.fault(&format!(
                "the input is larger than {} MiB, the limits.validation_memory",
                most >> 20
            ))),
            false => Ok(bytes),
        }
    }
}

/// Returns the limits of a description: those of a program, with so many steps to a second.
fn limits(limits: &package::PackageLimits) -> Limits {
    Limits {
        steps: limits.validation_time.saturating_mul(STEPS_PER_SECOND),
        memory: limits.validation_memory.saturating_mul(1 << 20),
    }
}

/// Runs a program on an input. Exit code 42 accepts; any other refuses.
fn refusal_of_program(
    program: &JuryProgram,
    input: &File,
    arguments: &[String],
    files: Option<&WorkingFiles>,
) -> Result<Option<InputRefusal>, Fault> {
    let arguments = arguments.iter().map(Into::into).collect();
    let (ended, reason) = program.validate_input(input, arguments, files)?;
    match (ended.stopped, ended.exit) {
        (None, ProcessExit::Exited(42)) => Ok(None),
        (None, ProcessExit::Exited(_)) => {
            let reason = reason.unwrap_or_else(|| "no reason is given".into());
            Ok(Some(InputRefusal { place: None, reason }))
        }
        _ => Err(program.in_full(program.failure(&ended, &end_of(&ended)))),
    }
}
