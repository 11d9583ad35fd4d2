//! The part of a run that this machine judges, and where its events say that they come from.

use std::collections::HashMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;

use serde::Deserialize;

use super::args::ShardingArgs;
use super::judge_task::JudgeTask;
use super::output::OutputSettings;
use crate::events::ShardOrigin;
use crate::judge::{Judge, Policy, Services};
use crate::shard::{AskedShard, Shard, engines, plan};
use referee_base::digest::{Digest, to_hex};
use referee_base::fault::Fault;
use referee_base::{files, plural};

/// Drops what other shards judge from a task, if a shard is asked for. Returns what its events say of it.
///
/// # Errors
/// No shard can be told; a case cannot be read; the earlier events have no times.
pub(super) fn take(
    args: &ShardingArgs,
    task: &mut JudgeTask,
    (policy, services): (&Policy, &Services),
    output: &OutputSettings,
) -> Result<Option<ShardOrigin>, Fault> {
    let Some(asked) = args.shard else { return Ok(None) };
    let shard = find(asked, output)?;
    let mut digest = Digest::new();
    let plan = {
        let inputs = task.inputs()?;
        let (policy, services) = (policy.clone(), services.clone());
        let judge = Judge { inputs, policy, services };
        judge.add_contents(&mut digest)?;
        plan_of(&judge, shard.of, args.weights.as_deref(), &mut digest)?
    };
    digest.add(&shard.of.to_le_bytes());
    let others = task.found.others.len();
    let is_mine = |at: usize| plan[at] == shard.number - 1;
    // Entries that cannot be judged come first in reports, and take no time: the first shard tells of all.
    let entries = (0..others).filter(|_| shard.number == 1);
    let programs = (0..plan.len()).filter(|&at| is_mine(at)).map(|at| others + at);
    let positions: Vec<usize> = entries.chain(programs).collect();
    let mut at = 0..;
    task.found.submissions.retain(|_| at.next().is_some_and(is_mine));
    task.found.others.retain(|_| shard.number == 1);
    let Shard { number, of } = shard;
    let (contestants, count) = (others + plan.len(), positions.len());
    let all = plural(contestants, "submission", "submissions");
    output.note(&match count {
        0 => format!("shard {number} of {of} is empty: others have the {all}"),
        _ => format!("shard {number} of {of}: {count} of {all}"),
    });
    let plan = to_hex(&digest.number());
    let command = command();
    let (host, cpu, kernel) = machine();
    Ok(Some(ShardOrigin { number, of, plan, positions, contestants, host, cpu, kernel, command }))
}

fn find(asked: AskedShard, output: &OutputSettings) -> Result<Shard, Fault> {
    match asked {
        AskedShard::Given(shard) => Ok(shard),
        AskedShard::Auto(of) => {
            let found = engines::find(|name| std::env::var(name).ok(), of)?;
            output.note(&format!("the shard is told by {}", found.told_by));
            Ok(found.shard)
        }
    }
}

/// Returns the position of the shard of each submission, and adds to the digest what it follows from besides the contents.
fn plan_of(
    judge: &Judge,
    shards: usize,
    weights: Option<&Path>,
    digest: &mut Digest,
) -> Result<Vec<usize>, Fault> {
    let contents = judge.contents_of_submissions();
    let Some(path) = weights else {
        digest.add(b"by content");
        return Ok(plan::by_content(&contents, shards));
    };
    let known = times(path)?;
    // What is new takes as long as what is known, on average.
    let mean = known.values().sum::<u64>() / known.len().max(1) as u64;
    let names = judge.inputs.found.submissions.iter().map(|one| &*one.name);
    let weights = names.map(|name| known.get(name).copied().unwrap_or(mean));
    let weighed: Vec<_> = contents.into_iter().zip(weights).collect();
    digest.add(b"by weight");
    weighed.iter().for_each(|(_, weight)| digest.add(&weight.to_le_bytes()));
    Ok(plan::by_weight(&weighed, shards))
}

/// Reads how long each submission took in an earlier run, in microseconds on the clock.
fn times(path: &Path) -> Result<HashMap<String, u64>, Fault> {
    #[derive(Deserialize)]
    struct Timed {
        contestant: Option<String>,
        wall_seconds: Option<f64>,
    }
    let mut times = HashMap::new();
    for line in BufReader::new(files::open(path)?).lines() {
        let line = line.map_err(|error| Fault::cannot_read(path, &error))?;
        let timed: Timed = serde_json::from_str(&line).map_err(|_| {
            let fault = Fault::bad_input("this is no file of a run's events").at(path);
            fault.help("make one with `--report jsonl=FILE`")
        })?;
        if let Timed { contestant: Some(name), wall_seconds: Some(seconds) } = timed {
            *times.entry(name).or_insert(0) += (seconds.clamp(0.0, 1e9) * 1e6) as u64;
        }
    }
    match times.is_empty() {
        true => Err(Fault::bad_input("these events tell no times").at(path).help(
            "name those of a run that judged programs, without --no-times; or leave --weights away",
        )),
        false => Ok(times),
    }
}

/// Returns the words of this command without the number of the shard and without reports.
fn command() -> Vec<String> {
    let words: Option<Vec<String>> =
        std::env::args_os().skip(1).map(|word| word.into_string().ok()).collect();
    let mut kept = vec!["referee".to_string()];
    let mut words = words.unwrap_or_default().into_iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--shard" | "--report" => drop(words.next()),
            "--force" => {}
            _ if word.starts_with("--shard=") || word.starts_with("--report=") => {}
            _ => kept.push(word),
        }
    }
    kept
}

/// Returns the name of the machine, the model of its processor, and its system's kernel.
fn machine() -> (String, Option<String>, String) {
    let line = |path: &str| fs::read_to_string(path).ok().map(|text| text.trim().to_string());
    let host = line("/proc/sys/kernel/hostname").or_else(|| std::env::var("HOSTNAME").ok());
    let models = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = models.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let release = line("/proc/sys/kernel/osrelease");
    let kernel = [Some(std::env::consts::OS.to_string()), release];
    let kernel = kernel.into_iter().flatten().collect::<Vec<_>>().join(" ");
    (host.unwrap_or_else(|| "unknown".into()), model.map(|(_, model)| model.to_string()), kernel)
}
