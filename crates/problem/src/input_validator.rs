//! Input validators: programs that run in sandboxes, and checktestdata
//! descriptions that are matched in this process.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::{Arc, Mutex};

use referee_checker::Position;
use referee_checktestdata::{CheckError, Description, DescriptionError, Limits};

use super::external::CheckerProtocol;
use super::jury_program::{JuryProgram, ToolRunner};
use super::package_program::package_program;
use referee_base::fault::{Fault, show};
use referee_base::parallel::lock;
use referee_package as package;
use referee_package::{InputValidatorKind, Package};
use referee_programs::JURY_LIMITS;
use referee_sandbox::{ProcessExit, WorkingFiles};

/// The number of steps that count as one second.
const STEPS_PER_SECOND: u64 = 100_000_000;

/// The steps that a description may take on each input, plus those per byte of it. Steps beyond
/// that are taken from a budget for all inputs together: an endless loop then costs as much on a
/// hundred inputs as on one, while a large input may take long.
const STEPS_PER_INPUT: u64 = 1_000_000;
const STEPS_PER_BYTE: u64 = 100;

/// A usable input validator.
pub struct InputValidator {
    /// Its path in the package, or below the folder of `problem.toml`.
    pub path: String,
    /// Its name, with its extension: the specification can be read either way, and other tools keep
    /// it.
    pub name: String,
    method: Method,
}

/// How inputs are validated.
enum Method {
    Program(Box<JuryProgram>, CheckerProtocol),
    Description {
        description: Arc<Description>,
        limits: Limits,
        /// What the limit on memory is called.
        memory: &'static str,
        /// The steps that remain for all inputs together.
        shared: Mutex<u64>,
    },
}

impl Method {
    fn described(description: Arc<Description>, limits: Limits, memory: &'static str) -> Method {
        Method::Description { description, limits, memory, shared: Mutex::new(limits.steps) }
    }
}

/// The reason why an input validator rejects an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputRefusal {
    /// The position in the input, if it is known.
    pub place: Option<Position>,
    /// The reason.
    pub reason: String,
}

impl InputValidator {
    /// Creates an input validator; `None` for a description that diagnostics report as unusable.
    ///
    /// # Errors
    /// The validator is a program that cannot be found.
    pub fn new(
        package: &Package,
        validator: &package::InputValidator,
        tool_runner: &Arc<ToolRunner>,
    ) -> Result<Option<InputValidator>, Fault> {
        let method = match &validator.kind {
            InputValidatorKind::Unusable => return Ok(None),
            InputValidatorKind::Program => {
                let path = &validator.path;
                let program = package_program("input validator", package, path, tool_runner)?;
                Method::Program(Box::new(program), CheckerProtocol::of(package))
            }
            InputValidatorKind::Description(description) => {
                let limits = limits(&package.metadata.limits);
                Method::described(Arc::clone(description), limits, "limits.validation_memory")
            }
        };
        let (path, name) = (validator.path.clone(), validator.name().to_string());
        Ok(Some(InputValidator { path, name, method }))
    }

    /// Creates an input validator from a description, with the limits of jury programs.
    pub(super) fn of_description(name: String, description: Description) -> InputValidator {
        let limits = Limits {
            steps: JURY_LIMITS.cpu.as_secs() * STEPS_PER_SECOND,
            memory: JURY_LIMITS.memory,
        };
        let memory = "memory of a program of the jury";
        let method = Method::described(Arc::new(description), limits, memory);
        InputValidator { path: name.clone(), name, method }
    }

    /// Creates an input validator from a program that is called in this way.
    pub(super) fn of_program(program: JuryProgram, protocol: CheckerProtocol) -> InputValidator {
        let name = program.source().main.clone();
        let method = Method::Program(Box::new(program), protocol);
        InputValidator { path: name.clone(), name, method }
    }

    /// Returns the program; `None` for a description.
    pub fn program(&self) -> Option<&JuryProgram> {
        if let Method::Program(program, _) = &self.method { Some(program) } else { None }
    }

    /// Returns the protocol for calling the program; `None` for a description.
    pub fn protocol(&self) -> Option<CheckerProtocol> {
        if let Method::Program(_, protocol) = &self.method { Some(*protocol) } else { None }
    }

    /// Returns the description; `None` for a program.
    pub fn description(&self) -> Option<&Arc<Description>> {
        let Method::Description { description, .. } = &self.method else { return None };
        Some(description)
    }

    /// Returns a fault that names this validator.
    pub fn fault(&self, message: &str) -> Fault {
        match &self.method {
            Method::Program(program, _) => program.fault(message),
            Method::Description { .. } => {
                Fault::judge(format!("the input validator {}: {message}", show(self.path.as_ref())))
            }
        }
    }

    /// Validates an input. Returns the reason for a rejection; `None` if it accepts the input.
    ///
    /// # Errors
    /// The validator cannot be run on this input, or had to be stopped.
    pub fn refusal(
        &self,
        input: &File,
        arguments: &[String],
        files: Option<&WorkingFiles>,
    ) -> Result<Option<InputRefusal>, Fault> {
        match &self.method {
            Method::Program(program, protocol) => {
                let arguments = arguments.iter().map(Into::into).collect();
                let (ended, reason) = program.validate_input(input, arguments, files)?;
                match (ended.stopped, ended.exit) {
                    (None, ProcessExit::Exited(code)) if protocol.accepts(code) => Ok(None),
                    (None, ProcessExit::Exited(code)) => {
                        let mut reason = reason.unwrap_or_else(|| "no reason is given".into());
                        // Other formats accept an input so.
                        if code == 0 {
                            reason += "; it ended with exit code 0, but only 42 accepts an input";
                        }
                        Ok(Some(InputRefusal { place: None, reason }))
                    }
                    _ => Err(program.failed(&ended)),
                }
            }
            Method::Description { description, limits, memory, shared } => {
                let input = self.read(input, limits.memory, memory)?;
                match check(description, &input, *limits, shared) {
                    Ok(()) => Ok(None),
                    Err(CheckError::Mismatch(mismatch)) => Ok(Some(InputRefusal {
                        place: Some(mismatch.place),
                        reason: mismatch.message(),
                    })),
                    Err(CheckError::Failed(error)) => {
                        let fault = self.fault(&error.to_string());
                        Err(Fault { help: error.help.map(Box::from), ..fault })
                    }
                }
            }
        }
    }

    /// Reads an input of at most `most` bytes, a limit of this name.
    fn read(&self, input: &File, most: u64, limit: &str) -> Result<Vec<u8>, Fault> {
        let mut bytes = Vec::new();
        let read = input.take(most.saturating_add(1)).read_to_end(&mut bytes);
        read.map_err(|error| Fault::cannot_read(Path::new("the input"), &error))?;
        if bytes.len() as u64 > most {
            Err(self.fault(&format!("the input is larger than {} MiB, the {limit}", most >> 20)))
        } else {
            Ok(bytes)
        }
    }
}

/// Matches an input against a description: first within the steps of the input itself; if they do
/// not suffice, once more with what remains of the shared budget, which stays locked meanwhile.
fn check(
    description: &Description,
    input: &[u8],
    limits: Limits,
    shared: &Mutex<u64>,
) -> Result<(), CheckError> {
    let own = STEPS_PER_INPUT.saturating_add(STEPS_PER_BYTE.saturating_mul(input.len() as u64));
    let own = own.min(limits.steps);
    let is_too_long =
        |error: &CheckError| matches!(error, CheckError::Failed(error) if error.is_too_long);
    let mut left = Limits { steps: own, ..limits };
    let mut checked = description.check_spending(input, &mut left);
    if checked.as_ref().is_err_and(is_too_long) {
        let mut shared = lock(shared);
        let steps = limits.steps.min(own.saturating_add(*shared));
        if steps > own {
            left.steps = steps;
            checked = description.check_spending(input, &mut left);
            let is_over = checked.as_ref().is_err_and(is_too_long);
            let spent = if is_over { *shared } else { (steps - left.steps).saturating_sub(own) };
            *shared -= spent;
        }
    }
    checked.map_err(|error| match error {
        CheckError::Failed(error) if error.is_too_long => CheckError::Failed(DescriptionError {
            message: format!(
                "it takes more than {} steps, the most it may take on all inputs together",
                limits.steps
            ),
            ..error
        }),
        other => other,
    })
}

/// Returns the limits of a description: those of a program, with seconds converted to steps.
fn limits(limits: &package::PackageLimits) -> Limits {
    Limits {
        steps: limits.validation_time.saturating_mul(STEPS_PER_SECOND),
        memory: limits.validation_memory.saturating_mul(1 << 20),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_description_takes_beyond_the_steps_of_an_input_counts_for_all_of_them() {
        // It counts up to the number that it reads.
        let source = b"INT(0,9999999,n) NEWLINE REP(n) SET(a=1) END EOF";
        let description = Description::parse(source).unwrap();
        let (few, many) = (b"1000\n", b"900000\n");
        let mut left = Limits::default();
        let most = left.steps;
        description.check_spending(many, &mut left).unwrap();
        let beyond = most - left.steps - STEPS_PER_INPUT - STEPS_PER_BYTE * many.len() as u64;
        // Each of two large numbers takes half of the budget that all inputs share.
        let limits = Limits { steps: 2 * beyond, memory: 1 << 20 };
        let shared = Mutex::new(limits.steps);
        let checked = |input: &[u8]| check(&description, input, limits, &shared);
        assert_eq!((checked(many), checked(few), checked(many)), (Ok(()), Ok(()), Ok(())));
        let refused = checked(many).unwrap_err().to_string();
        let steps = limits.steps;
        assert!(
            refused.ends_with(&format!(
                "it takes more than {steps} steps, the most it may take on all inputs together"
            )),
            "{refused}"
        );
        assert_eq!(checked(few), Ok(()), "what takes little is still looked at");
    }

    #[test]
    fn a_description_of_a_problem_file_has_no_limit_of_a_package() {
        let description = Description::parse(b"EOF").unwrap();
        let mut validator = InputValidator::of_description("input.ctd".into(), description);
        if let Method::Description { limits, .. } = &mut validator.method {
            limits.memory = 0;
        }
        let input = File::open(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")).unwrap();
        assert_eq!(
            validator.refusal(&input, &[], None).unwrap_err().to_string(),
            "the input validator input.ctd: the input is larger than 0 MiB, the memory of a \
            program of the jury"
        );
    }
}
