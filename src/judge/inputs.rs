//! What judging is given: what is judged, by which policy, and the services that it works with.

use super::limit::Timed;
use super::record::Record;
use super::submission::Found;
use crate::cases::CaseFile;
use crate::events::{Judged, Runs};
use crate::problem::Problem;
use crate::programs::{Executor, Toolchains};
use crate::scoring::ScoringScheme;
use referee_base::machine::Machine;
use referee_sandbox::Limits;

/// Whether a submission is judged on after it has failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// It is not.
    FirstFailure,
    /// It is, on all cases.
    All,
    /// It is, on the cases whose times make the limit.
    Timing,
}

/// What is judged.
#[derive(Clone)]
pub struct Inputs<'a> {
    /// The problem of the cases.
    pub problem: Problem,
    /// What the verdicts depend on besides submission, case and limits: the checker, with all that can change it.
    pub checker_key: String,
    /// The cases, by name.
    pub cases: &'a [CaseFile],
    /// Cases that are known but not on disk.
    pub not_on_disk: Vec<String>,
    /// What a submission earns with the cases, where there is something to earn.
    pub scoring: Option<&'a dyn ScoringScheme>,
    /// The submissions, and what cannot be judged.
    pub found: &'a Found,
}

/// How it is judged.
#[derive(Clone)]
pub struct Policy {
    /// Whether to stop at failures.
    pub mode: Mode,
    /// What each run may use.
    pub limits: Limits,
    /// What a compiler may use.
    pub compile_limits: Limits,
    /// How many times the time limit a submission must take that is to be too slow, if it is said.
    pub time_limit_to_tle: Option<f64>,
    /// How many times each case is run.
    pub repeat: usize,
    /// Whether a missing compiler or interpreter is no judge error.
    pub allow_missing_compilers: bool,
    /// Whether refusals come with the starts of input and output.
    pub excerpts: bool,
}

/// What judging works with.
#[derive(Clone)]
pub struct Services<'a> {
    /// What the machine has for it.
    pub machine: Machine,
    /// Runs programs.
    pub executor: &'a dyn Executor,
    /// What compiles and runs them, in which versions.
    pub toolchains: &'a Toolchains,
    /// Where runs are kept, if they are.
    pub record: Option<&'a Record>,
    /// Runs that were made to find the time limit, and are not made again.
    pub timed: Option<&'a Timed>,
    /// Limits, sandbox and toolchains as reports tell of them.
    pub runs: Runs,
    /// Is told of each run as soon as it is judged, on whatever thread; events come when a submission is done.
    pub on_run: &'a (dyn Fn(&Judged) + Sync),
}

/// A judge of submissions.
#[derive(Clone)]
pub struct Judge<'a> {
    /// What is judged.
    pub inputs: Inputs<'a>,
    /// How it is judged.
    pub policy: Policy,
    /// What it works with.
    pub services: Services<'a>,
}
