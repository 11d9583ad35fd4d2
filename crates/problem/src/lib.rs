//! Problems: which inputs are valid, how outputs are judged, and how answers are found.
//!
//! A shipped problem has all of that built in. A custom one is described by a `problem.toml` or a
//! package, and brings programs for it. Commands treat them alike.

mod building;
mod candidate;
pub mod cases;
mod checker;
mod checker_dir;
mod complaints;
mod custom;
pub mod dependencies;
mod external;
pub mod feedback;
pub mod file;
pub mod grader;
mod images;
mod input_validator;
mod interaction;
mod jury_program;
pub mod limits;
mod package_program;
mod package_scoring;
mod packaged;
mod point_groups;
mod prepared;
pub mod quantity;
mod resolved;
pub mod shipped;
mod static_validator;
mod visualizer;
mod widest;

use std::io::{Read, Write};
use std::sync::Arc;

use crate::cases::{CaseFile, PROBLEM_FILE};
use crate::dependencies::{Dependencies, Part};
use referee_base::fault::Fault;
use referee_base::machine::Machine;
use referee_programs::Program;
use resolved::{JudgedBy, SOLVE};

pub use checker::Checker;
pub use complaints::Complaints;
pub use custom::CustomProblem;
pub use external::{Attempt, CheckerProtocol, ExternalCase, Judgement, ProgramChecker, RunMode};
pub use file::{ProblemFile, ProblemSelection};
pub use input_validator::{InputRefusal, InputValidator};
pub use interaction::{Interaction, Party, Relay, pass_on};
pub use jury_program::{JuryProgram, JuryRun, ToolRunner};
pub use package_program::{package_program, set_entry_point, solution_of, source_of};
pub use package_scoring::PackageScoring;
pub use packaged::Packaged;
pub use point_groups::PointGroups;
pub use prepared::{CaseJudge, JuryAnswer, PreparedCase, check_file, contradiction};
pub use resolved::{ResolvedCase, working_files};
pub use shipped::{Shipped, find, shipped, unknown};
pub use visualizer::{Images, VisualizerImage};

/// A problem.
#[derive(Clone)]
pub enum Problem {
    /// A shipped problem.
    Shipped(Shipped),
    /// A problem described by a `problem.toml`.
    Custom(Arc<CustomProblem>),
    /// A problem of a package.
    Packaged(Arc<Packaged>),
}

/// A case with its problem.
pub struct ProblemCase {
    /// The case.
    pub file: CaseFile,
    /// Its problem.
    pub problem: Problem,
}

/// Solves a case within the memory that the machine allows, and writes the answer.
pub type SolveFunction<'a> =
    dyn Fn(&ResolvedCase, Machine, &mut dyn Write) -> Result<(), Fault> + Sync + 'a;

impl Problem {
    /// Returns the name, such as `infinity-war`.
    pub fn name(&self) -> &str {
        match self {
            Problem::Shipped(shipped) => shipped.name(),
            Problem::Custom(custom) => &custom.name,
            Problem::Packaged(packaged) => &packaged.package.name,
        }
    }

    /// Returns the same problem with an option of its checker turned on.
    ///
    /// # Errors
    /// Its checker has no such option.
    pub fn with_option(self, name: &str) -> Result<Problem, Fault> {
        match self {
            Problem::Shipped(shipped) => shipped.with_option(name).map(Problem::Shipped),
            Problem::Custom(custom) => {
                let fault = Fault::bad_input(format!(
                    "{} has its options in {}",
                    custom.name, PROBLEM_FILE
                ));
                Err(fault.help("write them there, under [checker]"))
            }
            Problem::Packaged(_) => {
                Err(Fault::bad_input("a package sets the options of its cases itself"))
            }
        }
    }

    /// Returns the options of its checker.
    pub fn options(&self) -> Vec<String> {
        match self {
            Problem::Shipped(shipped) => shipped.options(),
            Problem::Custom(custom) => custom.checker.options(),
            Problem::Packaged(packaged) => packaged.package.metadata.validator_flags.clone(),
        }
    }

    /// Returns the parts that its verdicts depend on, besides the case.
    ///
    /// # Errors
    /// A file of its checker cannot be read.
    pub fn dependencies(&self) -> Result<Dependencies, Fault> {
        let mut all = match self {
            Problem::Shipped(_) => Dependencies::default(),
            Problem::Custom(custom) => custom.checker.dependencies()?,
            Problem::Packaged(packaged) => packaged.dependencies()?,
        };
        all.on(Part::Problem, format!("{} {:?}", self.name(), self.options()).as_bytes());
        Ok(all)
    }

    /// Returns what the scores of a package depend on, besides verdicts. It is not part of the keys
    /// of recorded runs, because scores are always recomputed.
    ///
    /// # Errors
    /// A file of a program cannot be read.
    pub fn scoring_dependencies(&self) -> Result<Dependencies, Fault> {
        match self {
            Problem::Packaged(packaged) => packaged.scoring_dependencies(),
            _ => Ok(Dependencies::default()),
        }
    }

    /// Resolves a case: its settings, its files, and the judge of its outputs.
    ///
    /// # Errors
    /// Its settings are invalid.
    pub fn resolve(&self, file: &CaseFile) -> Result<ResolvedCase, Fault> {
        let case = match self {
            Problem::Shipped(shipped) => ResolvedCase::plain(file, JudgedBy::Rules(*shipped)),
            Problem::Custom(custom) => {
                ResolvedCase::plain(file, JudgedBy::Checker(Arc::clone(&custom.checker)))
            }
            Problem::Packaged(packaged) => packaged.resolve(file)?,
        };
        Ok(ResolvedCase { answer_advice: self.answer_advice(), ..case })
    }

    /// Returns the advice for a case without an answer.
    pub fn answer_advice(&self) -> &'static str {
        match self {
            _ if self.has_solver() => SOLVE,
            Problem::Packaged(_) => "write it, or add an accepted submission",
            _ => "write it, or name a [solver] in problem.toml",
        }
    }

    /// Returns the static validator's verdict on a program, if the case is a static validation.
    pub fn validate_submission(
        &self,
        case: &CaseFile,
        program: &Program,
    ) -> Option<Result<Judgement, Fault>> {
        match self {
            Problem::Packaged(packaged) => packaged.validate_submission(case, program),
            _ => None,
        }
    }

    /// Returns the images of a case: its illustration, and what the input visualizer draws.
    pub fn case_images(&self, file: &CaseFile) -> Images {
        match self {
            Problem::Packaged(packaged) => packaged.case_images(file),
            _ => Images::default(),
        }
    }

    /// Returns the images of an output: what the output validator and the visualizer draw.
    pub fn output_images(&self, file: &CaseFile, output: &mut dyn Read) -> Images {
        match self {
            Problem::Packaged(packaged) => packaged.output_images(file, output),
            _ => Images::default(),
        }
    }

    /// Reads a case by the strict grammar. Returns all its faults, and the case if it is usable.
    pub fn validate(
        &self,
        case: &ResolvedCase,
        machine: Machine,
    ) -> (Vec<Fault>, Option<CaseJudge>) {
        match self {
            Problem::Shipped(shipped) => match case.read_input(machine) {
                Ok(input) => {
                    let (faults, rules) = shipped.validate(&case.file.input, &input, machine);
                    (faults, rules.map(CaseJudge::Rules))
                }
                Err(fault) => (vec![fault], None),
            },
            Problem::Custom(custom) => custom.validate(case, machine),
            // Packages are validated as a whole.
            Problem::Packaged(_) => match case.judge(None, machine) {
                Ok(judge) => (Vec::new(), Some(judge)),
                Err(fault) => (vec![fault], None),
            },
        }
    }

    /// Returns the solver with this name, or the default one. Where outputs are not judged against
    /// answers, these are empty.
    ///
    /// # Errors
    /// There is no such solver.
    pub fn solver(&self, name: Option<&str>) -> Result<Box<SolveFunction<'_>>, Fault> {
        if !self.has_answers() {
            return Ok(Box::new(|_, _, _| Ok(())));
        }
        match self {
            Problem::Shipped(shipped) => {
                let solver = shipped.solver(name)?;
                Ok(Box::new(|case, machine, answer| {
                    let input = case.read_input(machine)?;
                    shipped.solve(solver, &case.file, &input, machine, answer)
                }))
            }
            Problem::Custom(custom) => {
                let solver = custom.solver(name)?;
                Ok(Box::new(|case, _, answer| custom::solve(solver, case, answer)))
            }
            Problem::Packaged(packaged) => {
                let solver = packaged.solver(name)?;
                Ok(Box::new(move |case, _, answer| custom::solve(&solver, case, answer)))
            }
        }
    }
}
