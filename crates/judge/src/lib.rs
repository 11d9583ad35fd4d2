//! `judge`: compiles submissions, runs them on every case under limits, checks their output while
//! they write it, and compares the verdicts with the expected ones.
//!
//! Submissions are distributed over threads; the results of one submission count in the order of
//! its cases, so that judging can stop at its first failure. A case is read and prepared when it is
//! first needed, and cached: memory grows with the cases, not with the submissions. A run that is
//! in the record is not repeated, and a program whose runs are all in the record is not built. The
//! executor of programs is a trait, so that all of this is tested without processes.
//!
//! A [`Judge`] holds the inputs of a run (`inputs.rs`). Its methods form layers, each of which uses
//! only those before it: one run of one case (`case_run.rs`), repeated runs (`repeat.rs`), one
//! submission (`submission_run.rs`), rechecks of several (`recheck`), all submissions (`all.rs`).

mod all;
mod blocks;
mod candidate;
mod case_run;
mod causes;
mod classify;
pub mod contents;
mod dialogue;
mod end;
mod external;
pub mod full_score;
mod inputs;
mod kept;
pub mod kept_outputs;
pub mod limit;
pub mod limit_ranges;
mod order;
mod prepared;
mod recheck;
pub mod record;
mod repeat;
mod retrial;
mod run_time_errors;
mod runner;
mod sanitizers;
mod so_far;
mod standalone;
mod submission_run;
pub mod time_limit;
pub mod too_slow;

pub use blocks::WholeSubmission;
pub use candidate::{BuiltSubmission, CandidateJudge};
pub use inputs::{Inputs, Judge, Policy, Services, StopPolicy};
pub use prepared::ReadyCase;
pub use sanitizers::Sanitizers;
pub use standalone::{StandaloneJudge, StandaloneRun};

use referee_base::fault::Fault;
use referee_base::machine::Machine;
use referee_problem::dependencies::{Dependencies, Part};
use referee_problem::{Problem, ResolvedCase};

/// The hash of the sources that verdicts depend on.
pub const SOURCES: &str = env!("REFEREE_SOURCES");

/// Returns everything that the verdicts of a problem depend on, besides the case and the
/// submission. It includes this program by its version and its sources: rebuilt from the same
/// sources, or installed elsewhere, it judges alike.
///
/// # Errors
/// A file of the problem's checker cannot be read.
pub fn dependencies(problem: &Problem) -> Result<Dependencies, Fault> {
    let mut all = problem.dependencies()?;
    all.on(Part::Referee, format!("{} {SOURCES}", env!("CARGO_PKG_VERSION")).as_bytes());
    Ok(all)
}

/// Returns everything that the verdicts on a case depend on, besides the problem and the
/// submission.
///
/// # Errors
/// A file of the case cannot be read.
pub fn case_dependencies(case: &ResolvedCase, machine: Machine) -> Result<Dependencies, Fault> {
    Ok(record::case_key::CaseKey::of(case, &case.read_input(machine)?)?.dependencies)
}
