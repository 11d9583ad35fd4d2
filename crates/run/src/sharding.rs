//! The part of a run that this machine judges, and its origin in events.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use crate::RunSpec;
use crate::judge_task::JudgeTask;
use crate::output::OutputSettings;
use crate::rerun_command::texts;
use referee_base::digest::to_hex;
use referee_base::fault::Fault;
use referee_base::machine::{host_name, processor_fact};
use referee_base::plural;
use referee_events::{Runs, ShardBlock, ShardOrigin};
use referee_judge::time_limit::Multiple;
use referee_judge::{Judge, Policy, Services};
use referee_problem::limits::LimitOverrides;
use referee_shards::plan::{Plan, ShardUnit};
use referee_shards::plan_file::{PlanFile, PlannedTimeLimit};
use referee_shards::weights::Weights;
use referee_shards::{RequestedShard, Shard, blocks, engines};

/// The maximum number of blocks that a note describes.
const SHOWN: usize = 3;

/// A run that may be shared.
pub struct SharedRun {
    spec: RunSpec,
    /// The shard that is judged here; `None` if the run is not shared, or for the last shard.
    shard: Option<Shard>,
    /// The plan that was made before, with its path.
    plan: Option<(PathBuf, PlanFile)>,
    /// The time limit that was made for all shards, if each would otherwise have to make one.
    time_limit: Option<PlannedTimeLimit>,
    /// How this run infers its time limit from submissions, if it does.
    pub multiple: Option<Multiple>,
}

impl SharedRun {
    /// Finds the requested share, given how the time limit is inferred from submissions, if it is.
    ///
    /// # Errors
    /// The shard cannot be determined; the plan cannot be read, or has another number of shards; a
    /// shard would infer a time limit of its own.
    pub fn find(
        args: &RunSpec,
        multiple: Option<Multiple>,
        output: &OutputSettings,
    ) -> Result<SharedRun, Fault> {
        let (spec, args) = (args.clone(), &args.sharding);
        let read = |path: &PathBuf| Ok((path.clone(), PlanFile::read(path)?));
        let plan: Option<(PathBuf, PlanFile)> = args.plan.as_ref().map(read).transpose()?;
        let planned = plan.as_ref().map(|(_, file)| file.plan.shards);
        let shard = args.shard.map(|asked| find(asked, planned, output)).transpose()?.flatten();
        if let (Some(shard), Some((path, file))) = (shard, &plan)
            && shard.of != file.plan.shards
        {
            let shards = plural(file.plan.shards, "shard", "shards");
            let fault = Fault::bad_input(format!("this plan has {shards}, not {}", shard.of));
            return Err(fault.at(path).help("use the number of a shard of this plan"));
        }
        let planned = plan.as_ref().and_then(|(_, file)| file.time_limit.as_ref());
        let of_all = |multiple| planned_time_limit(planned, multiple);
        let time_limit = args.shard.and(multiple).map(of_all).transpose()?;
        let multiple = multiple.filter(|_| time_limit.is_none());
        Ok(SharedRun { spec, shard, plan, time_limit, multiple })
    }

    /// Returns the limits of the run, given those set by flags and the problem.
    pub fn limits(&self, given: LimitOverrides) -> LimitOverrides {
        LimitOverrides { time: self.time().or(given.time), ..given }
    }

    /// Returns the time limit that was made for all shards, if it was.
    pub fn time(&self) -> Option<Duration> {
        self.time_limit.as_ref().map(PlannedTimeLimit::time)
    }

    /// Adds to the description of a run what that time limit was inferred from.
    pub fn described(&self, runs: Runs) -> Runs {
        let Some(PlannedTimeLimit { inferred, not_inferred, .. }) = self.time_limit.clone() else {
            return runs;
        };
        Runs { inferred, not_inferred, ..runs }
    }

    /// Removes the work of other shards from a task. Returns the origin for its events; `None` if
    /// the run is not shared.
    ///
    /// # Errors
    /// A case cannot be read; the earlier events have no times; the plan belongs to another run.
    pub fn take(
        &self,
        task: &mut JudgeTask,
        policy: &Policy,
        services: &Services,
        output: &OutputSettings,
    ) -> Result<Option<ShardOrigin>, Fault> {
        let Some(shard) = self.shard else { return Ok(None) };
        let (plan, digest) = self.whole_plan(task, policy, services, shard.of)?;
        let own: Vec<&ShardUnit> = plan.of_shard(shard.number - 1).collect();
        let contestants = task.count();
        let (positions, blocks) = keep_only(&own, shard, task);
        print_share(shard, (positions.len(), contestants), task, output);
        // If a report of this shard shows excerpts, all shards must have them.
        let mut spec = self.spec.clone();
        spec.sharding.excerpts = policy.excerpts;
        let command = command(&spec);
        let Shard { number, of } = shard;
        let origin = ShardOrigin { number, of, plan: digest, positions, ..origin_here() };
        Ok(Some(ShardOrigin { blocks, contestants, command, ..origin }))
    }

    /// Returns the division of the work among this many shards, and the hash of everything that
    /// determines it: 64 hexadecimal digits.
    pub fn whole_plan(
        &self,
        task: &JudgeTask,
        policy: &Policy,
        services: &Services,
        shards: usize,
    ) -> Result<(Plan, String), Fault> {
        let (policy, services) = (policy.clone(), services.clone());
        let judge = Judge { inputs: task.inputs()?, policy, services };
        let contents = judge.contents()?;
        let plan = match &self.plan {
            Some((path, file)) => {
                file.refuse_other(&contents, path)?;
                file.plan.clone()
            }
            None => {
                let weights =
                    self.spec.sharding.weights.as_deref().map(Weights::read).transpose()?;
                plan_of(&judge, shards, weights.as_ref())?
            }
        };
        let digest = to_hex(&plan.digest(&contents.digest()));
        Ok((plan, digest))
    }
}

/// Returns the part of a shard's origin that does not depend on its plan: the name of the machine,
/// the model of its processor, and the kernel.
pub fn origin_here() -> ShardOrigin {
    let host = host_name().or_else(|| std::env::var("HOSTNAME").ok());
    let mut kernel = std::env::consts::OS.to_string();
    if let Ok(release) = fs::read_to_string("/proc/sys/kernel/osrelease") {
        kernel += &format!(" {}", release.trim());
    }
    ShardOrigin {
        host: host.unwrap_or_else(|| "unknown".into()),
        cpu: processor_fact("model name"),
        kernel,
        ..ShardOrigin::default()
    }
}

/// Returns the time limit that was made for all shards, if each would otherwise have to make one.
fn planned_time_limit(
    planned: Option<&PlannedTimeLimit>,
    Multiple { factor, .. }: Multiple,
) -> Result<PlannedTimeLimit, Fault> {
    match planned {
        Some(limit) if limit.factor == factor => Ok(limit.clone()),
        Some(PlannedTimeLimit { factor: other, .. }) => {
            let message =
                format!("the time limit of this plan has the factor {other}, not {factor}");
            Err(Fault::bad_input(message).help("give the one that it was made with"))
        }
        None => {
            let fault = Fault::bad_input("each shard would infer a different time limit");
            Err(fault.help(
                "set the limit, as in --time-limit 2; or let `referee shard plan` infer it once, and pass its --plan to the shards",
            ))
        }
    }
}

/// Returns the requested shard; `None` for the last one.
///
/// # Errors
/// The variables of no known engine determine it.
pub fn find(
    asked: RequestedShard,
    planned: Option<usize>,
    output: &OutputSettings,
) -> Result<Option<Shard>, Fault> {
    match asked {
        RequestedShard::Given(shard) => Ok(Some(shard)),
        RequestedShard::Auto(of) => {
            let (shard, stated_by) =
                engines::find(|name| std::env::var(name).ok(), of.or(planned))?;
            output.note(&format!("the shard number comes from {stated_by}"));
            Ok(Some(shard))
        }
        RequestedShard::Last => Ok(None),
    }
}

/// Plans a run: by the times of an earlier run if given, otherwise by contents.
pub fn plan_of(judge: &Judge, shards: usize, weights: Option<&Weights>) -> Result<Plan, Fault> {
    let contents = judge.contents_of_submissions();
    let Some(weights) = weights else { return Ok(Plan::of_contents(&contents, shards)) };
    let names: Vec<&str> = judge.inputs.found.submissions.iter().map(|one| &*one.name).collect();
    let mean = weights.mean();
    let known: Vec<u64> = names.iter().map(|name| weights.of(name).unwrap_or(mean)).collect();
    let total = known.iter().map(|&weight| u128::from(weight)).sum();
    let is_cut = |&at: &usize| {
        let is_known = weights.of(names[at]).is_some();
        is_known && blocks::outweighs(known[at], total, shards) && judge.can_be_cut(at)
    };
    let heavy: HashMap<&str, usize> =
        (0..names.len()).filter(is_cut).map(|at| (names[at], at)).collect();
    let cases: Vec<&str> = judge.inputs.cases.iter().map(|case| &*case.name).collect();
    let of_cases = weights.of_cases(&heavy, &cases)?;
    let weighed: Vec<_> = contents.into_iter().zip(known).collect();
    Ok(Plan::of_weights(&weighed, &of_cases, shards))
}

/// Removes everything from a task that is not in these units. Returns the positions of the
/// contestants that are left, and the blocks among them.
fn keep_only(
    units: &[&ShardUnit],
    shard: Shard,
    task: &mut JudgeTask,
) -> (Vec<usize>, Vec<ShardBlock>) {
    let found = &mut task.found;
    let others = found.others.len();
    // Entries that cannot be judged come first in reports, and take no time: the first shard
    // reports all of them.
    let is_first = shard.number == 1;
    let entries = (0..others).filter(|_| is_first);
    let programs = units.iter().map(|unit| others + unit.submission);
    let mut positions: Vec<usize> = entries.chain(programs).collect();
    positions.dedup();
    let mut blocks = Vec::new();
    for unit in units {
        if let Some(cases) = unit.cases {
            let name = &found.submissions[unit.submission].name;
            found.blocks.entry(name.clone()).or_default().push(cases);
            blocks.push(ShardBlock { position: others + unit.submission, cases });
        }
    }
    let mine: HashSet<usize> = units.iter().map(|unit| unit.submission).collect();
    let mut at = 0..;
    found.submissions.retain(|_| at.next().is_some_and(|at| mine.contains(&at)));
    found.others.retain(|_| is_first);
    (positions, blocks)
}

/// Prints what a shard has of all contestants.
fn print_share(
    shard: Shard,
    (count, all): (usize, usize),
    task: &JudgeTask,
    output: &OutputSettings,
) {
    let Shard { number, of } = shard;
    let all = plural(all, "submission", "submissions");
    if count == 0 {
        return output.note(&format!("shard {number} of {of} is empty: others have the {all}"));
    }
    output.note(&format!("shard {number} of {of}: {count} of {all}"));
    let cut = task.found.submissions.iter().filter(|one| task.found.blocks.contains_key(&one.name));
    for one in cut.clone().take(SHOWN) {
        let own: usize = task.found.blocks[&one.name].iter().map(|block| block.count).sum();
        let cases = plural(task.cases.len(), "case", "cases");
        output.note(&format!(
            "{} is cut, because it alone takes longer than a shard: {own} of {cases} are judged here; merged reports show it",
            one.name
        ));
    }
    match cut.count().saturating_sub(SHOWN) {
        0 => {}
        others => output.note(&format!("so are {}", plural(others, "other", "others"))),
    }
}

/// Returns the words of the command that judges a shard of a run, without its number, and without
/// the destinations of reports.
pub fn command(spec: &RunSpec) -> Vec<String> {
    let mut spec = spec.clone();
    spec.reports.reports.clear();
    spec.reports.force = false;
    let verb = ["referee", "shard", "run"].map(Into::into);
    texts(verb.into_iter().chain(spec.arguments()))
}
