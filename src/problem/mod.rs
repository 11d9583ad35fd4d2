//! Problems: what an input may be, what an output is worth, and how answers are found.
//!
//! A shipped problem has all of that in this program. One of somebody's own is described by a `problem.toml`, or by a
//! package, and brings programs for it. The commands see no difference.

mod case_files;
mod desk;
mod external;
pub mod feedback;
pub mod file;
pub mod grader;
mod interaction;
pub mod limits;
mod own;
mod package_scoring;
mod packaged;
pub mod shipped;
mod static_validator;
mod tool;

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use referee_checker::{Case, Verdict};

use crate::cases::CaseFile;
use crate::fault::Fault;
use crate::machine::Machine;
use crate::package::Score;
use crate::programs::Program;

pub use case_files::working_files;
pub use external::{Attempt, Course, ExternalCase, Judgement, Protocol};
pub use file::{Named, ProblemFile};
pub use interaction::{Interaction, Relay, Side};
pub(crate) use own::failed;
pub use own::{Checker, Own};
pub use package_scoring::PackageScoring;
pub use packaged::{Looked, Packaged};
pub use shipped::{Shipped, find, shipped, unknown};
pub use tool::{Task, Tool, Workshop};

/// A problem.
#[derive(Clone)]
pub enum Problem {
    /// One that ships.
    Shipped(Shipped),
    /// One of somebody's own.
    Own(Arc<Own>),
    /// One of a package.
    Packaged(Arc<Packaged>),
}

/// Solves a case in no more memory than the machine allows, and writes the answer.
pub type Solve<'a> = dyn Fn(&CaseFile, Machine, &mut dyn Write) -> Result<(), Fault> + Sync + 'a;

impl Problem {
    /// The name, such as `infinity-war`.
    pub fn name(&self) -> &str {
        match self {
            Problem::Shipped(shipped) => shipped.name(),
            Problem::Own(own) => &own.name,
            Problem::Packaged(packaged) => &packaged.package.name,
        }
    }

    /// The same problem with an option of its checker turned on.
    ///
    /// # Errors
    /// Its checker has no such option.
    pub fn with_option(self, name: &str) -> Result<Problem, Fault> {
        match self {
            Problem::Shipped(shipped) => shipped.with_option(name).map(Problem::Shipped),
            Problem::Own(own) => {
                let fault =
                    Fault::bad_input(format!("{} has its options in {}", own.name, file::NAME));
                Err(fault.help("write them there, under [checker]"))
            }
            Problem::Packaged(_) => {
                Err(Fault::bad_input("a package says itself which options hold for which case"))
            }
        }
    }

    /// What its checker is told beside input and output.
    pub fn options(&self) -> Vec<String> {
        match self {
            Problem::Shipped(shipped) => shipped.options().into_iter().map(String::from).collect(),
            Problem::Own(own) => own.options(),
            Problem::Packaged(packaged) => packaged.package.metadata.validator_flags.clone(),
        }
    }

    /// A text that differs where outputs may be judged differently, for those who keep judgements.
    ///
    /// # Errors
    /// A file of its checker cannot be read.
    pub fn checker_key(&self) -> Result<String, Fault> {
        let mut key = vec![this_program(), self.name().to_string()];
        key.extend(self.options());
        match self {
            Problem::Shipped(_) => {}
            Problem::Own(own) => key.push(own.checker_key()?),
            Problem::Packaged(packaged) => key.push(packaged.checker_key()?),
        }
        Ok(key.join("\n"))
    }

    /// What its checker, and programs that are judged, are told for this case only.
    pub fn case_options(&self, file: &CaseFile) -> Vec<String> {
        match self {
            Problem::Packaged(packaged) => packaged.case_options(file),
            _ => Vec::new(),
        }
    }

    /// Whether the answer of a case must be a right output. The validator of a package may expect something else there.
    pub fn answers_are_outputs(&self) -> bool {
        match self {
            Problem::Packaged(packaged) => packaged.compares(),
            _ => true,
        }
    }

    /// What is said of the files of a program, where a case asks for that and not for a run: the verdict, and the score if
    /// there is one.
    pub fn look_at_files(
        &self,
        case: &CaseFile,
        program: &Program,
    ) -> Option<Result<(Verdict, Option<Score>), Fault>> {
        match self {
            Problem::Packaged(packaged) => packaged.look_at_files(case, program),
            _ => None,
        }
    }

    /// The arguments with which programs are run on a case.
    ///
    /// # Errors
    /// What the case says of itself cannot be read.
    pub fn arguments(&self, file: &CaseFile) -> Result<Vec<String>, Fault> {
        match self {
            Problem::Packaged(packaged) => {
                Ok(packaged.settings(file)?.arguments.unwrap_or_default())
            }
            _ => Ok(Vec::new()),
        }
    }

    /// Files that lie in the working folders of programs that are run on a case: what they are called, and where they are.
    pub fn files(&self, file: &CaseFile) -> Vec<(String, PathBuf)> {
        match self {
            Problem::Packaged(packaged) => packaged.files(file),
            _ => Vec::new(),
        }
    }

    /// Reads a case, of which nothing but white space may be unusual, and prepares it for checks that take no more memory
    /// than the machine allows.
    ///
    /// # Errors
    /// Its files cannot be read, or its input leaves the grammar.
    pub fn prepare(&self, file: &CaseFile, machine: Machine) -> Result<Box<dyn Case>, Fault> {
        match self {
            Problem::Shipped(shipped) => shipped.read(file, machine),
            Problem::Own(own) => own.read(file, machine),
            Problem::Packaged(packaged) => packaged.prepare(file, machine),
        }
    }

    /// A case that a program judges, for those who can run submissions; none where outputs are judged without one.
    ///
    /// # Errors
    /// A file of it is not there.
    pub fn external(&self, file: &CaseFile) -> Result<Option<ExternalCase>, Fault> {
        match self {
            Problem::Shipped(_) => Ok(None),
            Problem::Own(own) => own.external(file),
            Problem::Packaged(packaged) => packaged.external(file),
        }
    }

    /// Reads a case by the strict grammar: all that is wrong with its input, and the prepared case if it can be used all the
    /// same.
    pub fn validate(
        &self,
        file: &CaseFile,
        machine: Machine,
    ) -> (Vec<Fault>, Option<Box<dyn Case>>) {
        match self {
            Problem::Shipped(shipped) => shipped.validate(file, machine),
            Problem::Own(own) => own.validate(file, machine),
            // Packages are validated as a whole.
            Problem::Packaged(packaged) => match packaged.prepare(file, machine) {
                Ok(case) => (Vec::new(), Some(case)),
                Err(fault) => (vec![fault], None),
            },
        }
    }

    /// The solver of that name, or the default one.
    ///
    /// # Errors
    /// There is none.
    pub fn solver(&self, name: Option<&str>) -> Result<Box<Solve<'_>>, Fault> {
        match self {
            Problem::Shipped(shipped) => {
                let solver = shipped.solver(name)?;
                Ok(Box::new(|file, machine, answer| shipped.solve(solver, file, machine, answer)))
            }
            Problem::Own(own) => {
                let solver = own.solver(name)?;
                Ok(Box::new(|file, _, answer| own::solve(solver, file, None, answer)))
            }
            Problem::Packaged(packaged) => {
                let solver = packaged.solver(name)?;
                Ok(Box::new(move |file, _, answer| {
                    let files = working_files(&packaged.files(file))?;
                    own::solve(&solver, file, files.as_ref(), answer)
                }))
            }
        }
    }
}

/// This program, by its version and by the digest of its sources that build.rs makes: one that was built anew from the same
/// sources, or installed elsewhere, judges alike.
fn this_program() -> String {
    format!("{} {}", env!("CARGO_PKG_VERSION"), env!("REFEREE_SOURCES"))
}
