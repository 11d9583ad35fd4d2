//! The last shard, which judges some submissions again.

use std::path::PathBuf;

use crate::RunSpec;
use crate::judge_task::JudgeTask;
use crate::output::OutputSettings;
use crate::sharding::{SharedRun, origin_here};
use referee_base::fault::Fault;
use referee_base::plural;
use referee_display::shell::shell_line;
use referee_events::{LastShard, ShardOrigin};
use referee_intake::submission::Submission;
use referee_judge::{Policy, Services};
use referee_shards::merge::Merge;

/// The maximum number of commands for missing shards that are shown.
const SHOWN: usize = 10;

/// Returns how many programs run at a time, if that is requested or follows from the shard.
///
/// # Errors
/// The last shard is to run several programs, or lacks the events of the others; or another shard
/// is given such events.
pub fn jobs(spec: &RunSpec) -> Result<Option<usize>, Fault> {
    let sharding = &spec.sharding;
    if sharding.is_last() && sharding.near.is_empty() {
        let fault = Fault::bad_input("the last shard needs the events of the others");
        return Err(
            fault.help("name the events of all others: shard run last --near shard-*.jsonl")
        );
    }
    if !sharding.is_last() && !sharding.near.is_empty() {
        let fault = Fault::bad_input("--near is only for the last shard");
        return Err(
            fault.help("shard run last --near shard-*.jsonl judges again what they leave open")
        );
    }
    match spec.jobs.filter(|jobs| sharding.is_last() && *jobs > 1) {
        None if sharding.is_last() => Ok(Some(1)),
        None => Ok(spec.jobs),
        Some(_) => {
            let fault = Fault::bad_input("the last shard runs one program at a time");
            Err(fault
                .help("remove --jobs: programs run one at a time, so that nothing slows them down"))
        }
    }
}

/// Drops from a task all submissions that the other shards did not find near the limit; `near` are
/// the events of these shards. Returns the origin for the events of the last shard.
///
/// # Errors
/// The events of the other shards cannot be read, are incomplete, or belong to another run.
pub fn take(
    shared: &SharedRun,
    near: &[PathBuf],
    task: &mut JudgeTask,
    policy: &Policy,
    services: &Services,
    output: &OutputSettings,
) -> Result<ShardOrigin, Fault> {
    let merge = Merge::open_for_last(near)?;
    merge.notes.iter().for_each(|note| output.note(note));
    if !merge.missing.is_empty() {
        return Err(missing(&merge));
    }
    if !merge.has_times() {
        let fault = Fault::bad_input("these shards have no times").at(&near[0]);
        return Err(fault.help("judge them again without --details no-times"));
    }
    let (plan, of) = (merge.plan().0.to_string(), merge.plan().1);
    if shared.whole_plan(task, policy, services, of)?.1 != plan {
        let fault = Fault::bad_input("these shards belong to another run").at(&near[0]);
        return Err(fault.help(
            "cases, submissions, limits, options and compilers must be those of the shards: use the same arguments",
        ));
    }
    let (contestants, made_from) = (merge.count().0, merge.results());
    let machine = services.machine;
    let doubtful = merge.run(machine.jobs, &mut |_, _| Ok(()))?.doubtful;
    let is_doubtful = |one: &Submission| doubtful.contains_key(&one.name);
    let all = (task.found.others.len()..).zip(&task.found.submissions);
    let positions: Vec<usize> =
        all.filter(|(_, one)| is_doubtful(one)).map(|(position, _)| position).collect();
    task.found.submissions.retain(is_doubtful);
    task.found.others.clear();
    output.note(&match positions.len() {
        0 => "nothing is near the limit: the last shard is empty".into(),
        count => {
            let verdicts = plural(doubtful.values().sum(), "verdict", "verdicts");
            let submissions = plural(count, "submission", "submissions");
            format!("the last shard: {submissions} with {verdicts} near the limit, judged alone")
        }
    });
    let last = Some(LastShard { made_from });
    let origin = ShardOrigin { number: of + 1, of, plan, ..origin_here() };
    Ok(ShardOrigin { positions, contestants, last, ..origin })
}

/// Returns the fault that shards are missing, with the commands for them.
pub fn missing(merge: &Merge) -> Fault {
    let commands =
        merge.missing.iter().take(SHOWN).map(|&number| shell_line(&merge.command(number)));
    let mut lines: Vec<String> = commands.collect();
    let others = merge.missing.len().saturating_sub(SHOWN);
    lines.extend((others > 0).then(|| format!("and {others} more")));
    Fault::judge(merge.describe_missing())
        .details(lines.join("\n"))
        .help("make them and merge again; --partial reports on the others")
}
