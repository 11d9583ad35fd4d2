//! The inputs of a judging run: the cases and submissions, the policy, and the services; and the
//! state that it shares between submissions.

use std::sync::Arc;
use std::time::Duration;

use crate::kept_outputs::KeptOutputs;
use crate::limit::Timed;
use crate::prepared::CaseCache;
use crate::record::Record;
use crate::retrial::Retrials;
use crate::sanitizers::Sanitizers;
use referee_base::machine::Machine;
use referee_checker::text::escape;
use referee_events::calibration::Calibration;
use referee_events::scoring::ScoringScheme;
use referee_events::watch::{Unwatched, Watch};
use referee_events::{Runs, ShardOrigin};
use referee_intake::submission::FoundSubmissions;
use referee_problem::Problem;
use referee_problem::cases::CaseFile;
use referee_problem::dependencies::Dependencies;
use referee_programs::{Builds, Executor, StartRule, Toolchains};
use referee_sandbox::Limits;

/// Whether the remaining cases of a submission run after its first failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StopPolicy {
    /// Stop at the first failure.
    FirstFailure,
    /// Run all cases.
    All,
    /// Run the cases whose times determine the time limit.
    Timing,
    /// Run the cases that `FirstFailure` would run under some time limit, and count the fastest of
    /// several runs.
    Measuring,
}

/// The problem, the cases and the submissions to judge.
#[derive(Clone)]
pub struct Inputs<'a> {
    /// The problem to which the cases belong.
    pub problem: Problem,
    /// Everything that verdicts depend on besides submission, case and limits: the checker, with
    /// everything that can change its behaviour.
    pub dependencies: Dependencies,
    /// The cases, by name.
    pub cases: &'a [CaseFile],
    /// The names of cases that the manifest lists but that are not on disk.
    pub not_on_disk: Vec<String>,
    /// The scoring of the cases, if there is one.
    pub scoring: Option<&'a dyn ScoringScheme>,
    /// The submissions, and the entries that cannot be judged.
    pub found: &'a FoundSubmissions,
}

impl<'a> Inputs<'a> {
    /// Returns the name of the problem, escaped: a folder may have any name.
    pub(crate) fn problem_name(&self) -> String {
        escape(self.problem.name().as_bytes())
    }

    /// Returns the name of a case, given by position.
    pub(crate) fn name(&self, case: usize) -> &'a str {
        &self.cases[case].name
    }
}

/// The policy of a judging run.
#[derive(Clone)]
pub struct Policy {
    /// Whether to stop at failures.
    pub mode: StopPolicy,
    /// The limits of each run.
    pub limits: Limits,
    /// The limits of a compiler.
    pub compile_limits: Limits,
    /// The multiple of the time limit that a submission expected to be too slow must take, if one
    /// is given.
    pub time_limit_to_tle: Option<f64>,
    /// The number of runs of each case.
    pub repeat: usize,
    /// The maximum number of runs that a recheck makes on a case, alone, if the verdict is close to
    /// the CPU time limit; 0 for no rechecks.
    pub rechecks: usize,
    /// The minimum time between two runs of a recheck: a machine is slow for seconds at a time.
    pub apart: Duration,
    /// Whether a missing compiler or interpreter is tolerated, rather than being a judge error.
    pub allow_missing_compilers: bool,
    /// Whether rejections include excerpts of input and output.
    pub excerpts: bool,
    /// Whether submissions are started once for many runs.
    pub start: StartRule,
}

/// The services of a judging run.
#[derive(Clone)]
pub struct Services<'a> {
    /// The memory and threads of the machine.
    pub machine: Machine,
    /// Runs programs.
    pub executor: &'a dyn Executor,
    /// The compilers and interpreters, with their versions.
    pub toolchains: &'a Toolchains,
    /// The record of runs, if runs are kept.
    pub record: Option<&'a Record>,
    /// Runs that were made to infer the time limit, and are not repeated.
    pub timed: Option<&'a Timed>,
    /// Programs that are already built, if any. Each is released once it is judged.
    pub builds: Option<Arc<Builds>>,
    /// The sanitizers that find the causes of failures, if requested.
    pub sanitizers: Option<&'a Sanitizers>,
    /// Faults before judging that concern no single case.
    pub faults: Vec<String>,
    /// Limits, sandbox and toolchains, as shown in reports.
    pub runs: Runs,
    /// Where the outputs of submissions are kept, if they are. Then every run is made, even if it
    /// is recorded.
    pub outputs: Option<&'a KeptOutputs>,
    /// Times fixed loops before runs, if the speed of the machine is of interest.
    pub calibration: Option<&'a Calibration>,
    /// Which part of a run on several machines this is, if it is one.
    pub shard: Option<ShardOrigin>,
    /// Observes runs as they happen; events follow when the submission is finished.
    pub watch: &'a dyn Watch,
}

impl<'a> Services<'a> {
    /// Creates the services of a run with nothing prepared.
    pub fn new(
        machine: Machine,
        executor: &'a dyn Executor,
        toolchains: &'a Toolchains,
        record: Option<&'a Record>,
        runs: Runs,
    ) -> Services<'a> {
        Services {
            machine,
            executor,
            toolchains,
            record,
            timed: None,
            builds: None,
            sanitizers: None,
            faults: Vec::new(),
            runs,
            outputs: None,
            calibration: None,
            shard: None,
            watch: &Unwatched,
        }
    }
}

/// Judges submissions.
#[derive(Clone)]
pub struct Judge<'a> {
    /// The cases and the submissions.
    pub inputs: Inputs<'a>,
    /// The policy.
    pub policy: Policy,
    /// The services.
    pub services: Services<'a>,
}

/// State that a judging run shares between submissions.
pub(crate) struct Shared {
    pub(crate) builds: Arc<Builds>,
    pub(crate) cases: CaseCache,
    pub(crate) retrials: Retrials,
}

impl Shared {
    /// Creates the state at the start of a run: nothing is built yet, no case is read.
    pub(crate) fn new(judge: &Judge) -> Shared {
        let inputs = &judge.inputs;
        // Unreadable files are reported when their submission is judged.
        let contents = inputs.found.submissions.iter().filter_map(|one| one.source.content().ok());
        let builds = judge.services.builds.clone();
        Shared {
            builds: builds.unwrap_or_else(|| Arc::new(Builds::for_each(contents))),
            cases: CaseCache::new(inputs.cases.len()),
            retrials: Retrials::default(),
        }
    }
}
