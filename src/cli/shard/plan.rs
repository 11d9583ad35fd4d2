//! `referee shard plan`: writes the assignment to shards, and everything that all shards must agree
//! on.

use std::path::Path;

use super::super::args::{JudgeArgs, REFUSED, ShardPlanArgs};
use referee_base::fault::Fault;
use referee_base::files::{Existing, WholeFile};
use referee_base::plural;
use referee_events::exit::Exit;
use referee_judge::Judge;
use referee_judge::time_limit::{InferredLimit, Multiple};
use referee_problem::limits::LimitOverrides;
use referee_programs::Builder;
use referee_run::RunSpec;
use referee_run::grading::CourseReports;
use referee_run::judge;
use referee_run::judge_setup::JudgeSetup;
use referee_run::judge_task::JudgeTask;
use referee_run::output::{OutputSettings, RUNS};
use referee_run::record::{self, RequestedRun};
use referee_run::sharding;
use referee_sandbox::Limits;
use referee_shards::plan::{Plan, sensible_shards};
use referee_shards::plan_file::{PlanFile, PlannedTimeLimit};
use referee_shards::weights::Weights;

pub(super) fn run(
    args: ShardPlanArgs,
    jobs: Option<usize>,
    output: &OutputSettings,
) -> anyhow::Result<Exit> {
    let ShardPlanArgs { write, run } = args;
    refuse_of_shards(&run.judge)?;
    let (shards, spec) = (run.shards, run.spec(jobs));
    // Opened before anything runs, so that no run is wasted if the plan cannot be written.
    let existing = if spec.reports.force { Existing::Replace } else { Existing::Keep };
    let begin = |path: &Path| WholeFile::begin(path, existing);
    let file = write.as_deref().map(begin).transpose()?;
    let asked = RequestedRun::once(spec);
    let bytes = make(&asked, shards, output)?.bytes()?;
    match file {
        Some(file) => file.finish_with(&bytes)?,
        None => output.print(&String::from_utf8_lossy(&bytes))?,
    }
    Ok(Exit::Expected)
}

/// Rejects flags for single shards.
fn refuse_of_shards(judge: &JudgeArgs) -> Result<(), Fault> {
    let given = [
        ("--resume", judge.resume),
        ("--student", judge.student.is_some()),
        ("--report", !judge.reports.reports.is_empty()),
    ];
    match given.into_iter().find(|(_, is_given)| *is_given) {
        None => Ok(()),
        Some((flag, _)) => {
            let fault = Fault::bad_input(format!("{flag} is only for single shards"));
            let why = REFUSED.iter().find(|(refused, ..)| *refused == flag);
            let of_shards = "remove it; `referee shard run K/N --plan FILE` accepts it";
            Err(fault.help(why.map_or(of_shards, |(_, why, _)| why)))
        }
    }
}

/// Makes a plan with `shards` shards, or with as many as take roughly ten minutes each if that is
/// `None`.
pub(super) fn make(
    asked: &RequestedRun,
    shards: Option<usize>,
    output: &OutputSettings,
) -> Result<PlanFile, Fault> {
    let spec = &asked.spec;
    let weights = spec.sharding.weights.as_deref().map(Weights::read).transpose()?;
    if shards.is_none() && weights.is_none() {
        let fault = Fault::bad_input("the number of shards is unknown");
        return Err(fault
            .help("pass --shards N; or --weights OLD.jsonl, the events of an earlier run: each shard then takes about ten minutes"));
    }
    let mut setup = JudgeSetup::begin(asked, output)?;
    CourseReports::prepare(spec, setup.task.most_points(), &mut setup.task.found, output)?;
    let (task, given) = (&setup.task, setup.given);
    let record = asked.open(spec.root(), output)?;
    let compile = task.place.compile_limits();
    let builder = Builder::of_submissions(&compile, &setup.toolchains, &setup.sandboxes);
    let sanitizers = judge::sanitizers(spec, &task.found, &builder, output)?;
    let progress = output.progress("timing the accepted submissions,", RUNS, 0);
    let mut judge = setup.judge(spec, record.as_ref(), &progress)?;
    judge.services.sanitizers = sanitizers.as_ref();
    let multiple = judge::multiple(spec, &task.place, given.time);
    let time_limit =
        multiple.map(|multiple| infer(&judge, task, spec, multiple, output)).transpose()?;
    if let Some(limit) = &time_limit {
        let limits = LimitOverrides { time: Some(limit.time()), ..given }.limits();
        judge.policy.limits = Limits { time_by: judge.policy.limits.time_by, ..limits };
    }
    progress.end();
    let weights = weights.as_ref();
    let shards = shards.unwrap_or_else(|| weights.map_or(1, |weights| number(&judge, weights)));
    let plan = sharding::plan_of(&judge, shards, weights)?;
    let contents = judge.contents()?;
    drop(judge);
    record::end(record, None, task, output)?;
    tell(&plan, contents.submissions.len(), output);
    // The plan takes the place of the weights.
    let mut planned = spec.clone();
    planned.sharding.weights = None;
    Ok(PlanFile { contents, time_limit, plan, command: sharding::command(&planned) })
}

fn infer(
    judge: &Judge,
    task: &JudgeTask,
    spec: &RunSpec,
    multiple: Multiple,
    output: &OutputSettings,
) -> Result<PlannedTimeLimit, Fault> {
    let InferredLimit { time, from, not_timed, .. } =
        judge::infer_limit(judge, task, spec, multiple)?;
    if let Some(message) = judge::without_compilers(not_timed, spec, output).pop() {
        return Err(Fault::judge(message));
    }
    let (inferred, not_inferred) = match from {
        Ok(inferred) => (Some(inferred), None),
        Err(why) => (None, Some(why.to_string())),
    };
    let (seconds, factor) = (time.as_secs_f64(), multiple.factor);
    Ok(PlannedTimeLimit { seconds, factor, inferred, not_inferred })
}

/// Returns the number of shards that take roughly ten minutes each, if each runs as many programs
/// at a time as this machine would.
fn number(judge: &Judge, weights: &Weights) -> usize {
    let submissions = &judge.inputs.found.submissions;
    let mean = weights.mean();
    let time = |name: &str| u128::from(weights.of(name).unwrap_or(mean));
    let total = submissions.iter().map(|one| time(&one.name)).sum();
    let units = (0..submissions.len())
        .map(|at| if judge.can_be_cut(at) { judge.inputs.cases.len() } else { 1 });
    sensible_shards(total, judge.services.machine.jobs, units.sum())
}

fn tell(plan: &Plan, submissions: usize, output: &OutputSettings) {
    let shards = plural(plan.shards, "shard", "shards");
    let submissions = plural(submissions, "submission", "submissions");
    output.note(&format!("a plan of {shards} for {submissions}"));
    let blocks = plan.units.iter().filter(|unit| unit.cases.is_some()).count();
    if blocks > 0 {
        output.note(&format!(
            "submissions that alone take longer than a shard are cut: {blocks} blocks of cases"
        ));
    }
    if let Some((longest, mean)) = plan.minutes() {
        output.note(&format!(
            "the longest shard has {longest:.1} minutes of runs, and {mean:.1} is the mean"
        ));
    }
}
