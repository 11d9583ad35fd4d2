//! What all commands that run submissions set up, in the same order: sandboxes, the task, its
//! limits; and the judge made from these.

use std::time::Duration;

use crate::RunSpec;
use crate::judge_task::JudgeTask;
use crate::last_shard;
use crate::output::OutputSettings;
use crate::record::RequestedRun;
use referee_base::cores;
use referee_base::fault::Fault;
use referee_base::machine::Machine;
use referee_base::plural;
use referee_events::Runs;
use referee_events::calibration::{Calibration, Instruments};
use referee_events::watch::Watch;
use referee_judge::record::Record;
use referee_judge::record::inferred::RecordedTimeLimit;
use referee_judge::{Judge, Policy, Services, StopPolicy};
use referee_problem::limits::LimitOverrides;
use referee_programs::{Sandboxes, Toolchains};
use referee_sandbox::{Limits, Setup};

/// The minimum time between two runs of a recheck.
const APART: Duration = Duration::from_secs(1);

/// The programs that a command runs, and where.
pub struct JudgeSetup {
    /// The resources of this machine that may be used.
    pub machine: Machine,
    /// The sandboxes in which programs run.
    pub sandboxes: Sandboxes,
    /// The compilers and interpreters that are needed.
    pub toolchains: Toolchains,
    /// The task: the problem, the cases and the submissions.
    pub task: JudgeTask,
    /// The limits set by flags, or else by the problem.
    pub given: LimitOverrides,
}

impl JudgeSetup {
    /// Starts the sandboxes, which must be able to measure what the arguments request, and finds
    /// the task.
    pub fn begin(asked: &RequestedRun, output: &OutputSettings) -> Result<JudgeSetup, Fault> {
        let spec = &asked.spec;
        let jobs = last_shard::jobs(spec)?.unwrap_or_else(cores::sensible_jobs);
        warn_of_shared_cores(jobs, output);
        // Started first, because everything depends on what the first sandbox can do.
        let setup = Setup { count: spec.counting.counted(), ..Setup::new(spec.runs.isolation) };
        let sandboxes =
            Sandboxes::start(setup, jobs).map_err(|error| Fault::judge(error.to_string()))?;
        spec.counting.check(sandboxes.layers())?;
        let machine = Machine::here(Some(jobs));
        let task = JudgeTask::find(spec, output)?;
        let given = spec.runs.limits.given.or(task.place.limits());
        Ok(JudgeSetup { machine, sandboxes, toolchains: output.toolchains(), task, given })
    }

    /// Returns the judge of the task.
    pub fn judge<'a>(
        &'a self,
        spec: &RunSpec,
        record: Option<&'a Record>,
        watch: &'a dyn Watch,
    ) -> Result<Judge<'a>, Fault> {
        let limits = self.given.limits();
        let runs = runs(&limits, &self.sandboxes);
        let services = Services::new(self.machine, &self.sandboxes, &self.toolchains, record, runs);
        Ok(Judge {
            inputs: self.task.inputs()?,
            policy: policy(spec, &self.task, limits),
            services: Services { watch, ..services },
        })
    }
}

/// Returns the policy of a judge under these limits.
pub fn policy(spec: &RunSpec, task: &JudgeTask, limits: Limits) -> Policy {
    let place = &task.place;
    Policy {
        mode: if spec.all_cases { StopPolicy::All } else { StopPolicy::FirstFailure },
        limits: Limits { time_by: spec.counting.time_by(), ..limits },
        compile_limits: place.compile_limits(),
        time_limit_to_tle: place.time_limit_to_tle(),
        repeat: spec.repeat,
        rechecks: spec.recheck,
        apart: APART,
        allow_missing_compilers: spec.runs.strictness.forgives_unjudged(),
        excerpts: spec.reports.want_excerpts() || spec.sharding.excerpts,
        start: task.tool_runner.start.of_submissions(),
    }
}

/// Describes the limits and the sandboxes that programs run under.
pub fn runs(limits: &Limits, sandboxes: &Sandboxes) -> Runs {
    let layers = sandboxes.layers();
    let notes = layers.notes.iter().map(|note| &**note);
    let missing = layers.missing();
    let not_isolated = missing.iter().map(|(layer, why)| format!("no {layer}: {why}"));
    Runs {
        cpu_milliseconds: limits.cpu.as_millis() as u64,
        memory_mib: limits.memory >> 20,
        isolation: layers.holding().into_iter().chain(notes).collect::<Vec<_>>().join(", "),
        not_isolated: not_isolated.collect(),
        ..Runs::default()
    }
}

/// Returns what measures the speed of this machine, relative to the one that inferred the limit if
/// the record contains that.
pub fn calibration(record: Option<&Record>, given: LimitOverrides) -> Calibration {
    let made = |record: &Record| RecordedTimeLimit::machine_of(record.folder(), given.limits().cpu);
    Calibration::new(Instruments::default(), record.and_then(made))
}

/// Warns if there are more jobs than the cores allow: programs that share a core slow each other
/// down by a varying amount.
fn warn_of_shared_cores(jobs: usize, output: &OutputSettings) {
    let sensible = cores::sensible_jobs();
    if jobs > sensible {
        let cores = plural(sensible, "core", "cores");
        output.warn(&format!(
            "{jobs} programs at a time on {cores}: times are less exact; --jobs {sensible} is sensible"
        ));
    }
}
