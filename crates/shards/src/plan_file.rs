//! A plan as a file: `referee shard plan` writes it, and shards compare their own plan with it.
//! docs/scale.md documents it.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::MAX_SHARDS;
use super::plan::{Plan, ShardUnit};
use referee_base::digest::to_hex;
use referee_base::fault::Fault;
use referee_base::files;
use referee_checker::text::excerpt;
use referee_events::{CaseRange, Inferred};
use referee_judge::contents::Contents;
use referee_problem::limits::{MAX_SECONDS, MIN_SECONDS};

const FORMAT: &str = "referee-plan";

const VERSION: u32 = 1;

/// The maximum size of a file, in bytes: a million submissions take about half of it.
const MAX_BYTES: u64 = 512 << 20;

const RANGE: RangeInclusive<f64> = MIN_SECONDS..=MAX_SECONDS;

/// A plan that was written to a file.
#[derive(Debug, Clone, PartialEq)]
pub struct PlanFile {
    /// Everything that the verdicts of the run depend on.
    pub contents: Contents,
    /// The time limit, if it was inferred from submissions.
    pub time_limit: Option<PlannedTimeLimit>,
    /// The assignment to shards.
    pub plan: Plan,
    /// The words of the command that judges, without those about shards.
    pub command: Vec<String>,
}

/// A limit of CPU time that was inferred from submissions, once for all shards.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PlannedTimeLimit {
    /// The limit.
    pub seconds: f64,
    /// The ratio of the limit to the time of the slowest accepted run.
    pub factor: f64,
    /// The run that it was inferred from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inferred: Option<Inferred>,
    /// The reason why the default is used, if it could not be inferred.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_inferred: Option<String>,
}

impl PlannedTimeLimit {
    /// Returns the limit.
    pub fn time(&self) -> Duration {
        Duration::from_secs_f64(self.seconds.clamp(*RANGE.start(), *RANGE.end()))
    }
}

/// The JSON form of the file.
#[derive(Serialize, Deserialize)]
struct PlanForm {
    format: String,
    version: u32,
    /// The hash of the plan, as in the events of its shards.
    plan: String,
    shards: usize,
    command: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    time_limit: Option<PlannedTimeLimit>,
    units: Vec<UnitForm>,
    digest: String,
    contents: Contents,
}

#[derive(Serialize, Deserialize)]
struct UnitForm {
    submission: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cases: Option<CaseRange>,
    /// Its duration in microseconds, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    weight: Option<u64>,
    /// The number of its shard, from 1.
    shard: usize,
}

/// The fields that identify a file as a plan.
#[derive(Deserialize)]
struct Head {
    format: String,
    version: u32,
}

impl PlanFile {
    /// Reads a plan.
    ///
    /// # Errors
    /// It cannot be read, is not a plan, or was altered.
    pub fn read(path: &Path) -> Result<PlanFile, Fault> {
        let bytes = files::read_whole(path, MAX_BYTES)?;
        PlanFile::parse(&bytes).map_err(|message| {
            Fault::bad_input(message).at(path).help("`referee shard plan` makes one")
        })
    }

    /// Reads the bytes of a plan.
    ///
    /// # Errors
    /// They are not a plan, or the plan was altered; the error is a sentence.
    pub fn parse(bytes: &[u8]) -> Result<PlanFile, String> {
        let head: Result<Head, _> = serde_json::from_slice(bytes);
        match head.map(|head| (head.format, head.version)) {
            Ok((format, VERSION)) if format == FORMAT => {}
            Ok((format, version)) if format == FORMAT => {
                return Err(format!("unsupported plan version {version} (supported: {VERSION})"));
            }
            _ => return Err("this is not a plan of shards".into()),
        }
        let form: PlanForm = serde_json::from_slice(bytes).map_err(|error| {
            let error = error.to_string();
            format!("this plan is damaged: {}", excerpt(error.as_bytes(), 200))
        })?;
        let PlanForm { plan: digest, shards, command, time_limit, units, contents, .. } = form;
        if time_limit.as_ref().is_some_and(|limit| !RANGE.contains(&limit.seconds)) {
            return Err("the time limit of this plan is out of range".into());
        }
        let plan = Plan { shards, units: positions(units, &contents)? };
        refuse_incomplete(&plan, &contents)?;
        let file = PlanFile { contents, time_limit, plan, command };
        if file.digest() == digest {
            Ok(file)
        } else {
            Err("this plan was changed after it was made".into())
        }
    }

    /// Returns the bytes of the file.
    pub fn bytes(&self) -> Result<Vec<u8>, Fault> {
        let PlanFile { contents, time_limit, plan, command } = self;
        let unit = |unit: &ShardUnit| UnitForm {
            submission: contents.submissions[unit.submission].name.clone(),
            cases: unit.cases,
            weight: unit.weight,
            shard: unit.shard + 1,
        };
        let form = PlanForm {
            format: FORMAT.into(),
            version: VERSION,
            plan: self.digest(),
            shards: plan.shards,
            command: command.clone(),
            time_limit: time_limit.clone(),
            units: plan.units.iter().map(unit).collect(),
            digest: to_hex(&contents.digest()),
            contents: contents.clone(),
        };
        let bytes = serde_json::to_vec_pretty(&form);
        let mut bytes = bytes.map_err(|error| Fault::judge(error.to_string()))?;
        bytes.push(b'\n');
        Ok(bytes)
    }

    /// Returns the hash of the plan, in hexadecimal.
    pub fn digest(&self) -> String {
        to_hex(&self.plan.digest(&self.contents.digest()))
    }

    /// Rejects a run that differs from the planned one.
    ///
    /// # Errors
    /// Something that verdicts depend on differs; the fault lists it.
    pub fn refuse_other(&self, here: &Contents, path: &Path) -> Result<(), Fault> {
        let differences = here.differences(&self.contents);
        if differences.is_empty() {
            return Ok(());
        }
        let fault = Fault::bad_input("this run differs from the plan");
        let fault = fault.at(path).details(differences.join("\n"));
        Err(fault.help("use the same inputs and options for every shard, or make the plan again"))
    }
}

/// Returns units with the positions of their submissions and shards.
fn positions(units: Vec<UnitForm>, contents: &Contents) -> Result<Vec<ShardUnit>, String> {
    let names = contents.submissions.iter().map(|one| &*one.name);
    let positions: HashMap<&str, usize> = names.zip(0..).collect();
    let position = |unit: UnitForm| {
        let submission = positions.get(&*unit.submission).copied().ok_or_else(|| {
            let name = excerpt(unit.submission.as_bytes(), 80);
            format!("this plan has a unit of a submission that it does not have: {name}")
        })?;
        let shard = unit.shard.checked_sub(1).ok_or("the first shard of a plan is 1")?;
        Ok(ShardUnit { submission, cases: unit.cases, weight: unit.weight, shard })
    };
    units.into_iter().map(position).collect()
}

/// Rejects a plan with a shard that does not exist, or in which a case of a submission does not
/// have exactly one shard.
fn refuse_incomplete(plan: &Plan, contents: &Contents) -> Result<(), String> {
    let Plan { shards, units } = plan;
    if !(1..=MAX_SHARDS).contains(shards) {
        return Err(format!("there are from 1 to {MAX_SHARDS} shards, not {shards}"));
    }
    if let Some(unit) = units.iter().find(|unit| unit.shard >= *shards) {
        let number = unit.shard + 1;
        return Err(format!("this plan has {shards} shards, and none with number {number}"));
    }
    let mut planned = units.chunk_by(|a, b| a.submission == b.submission);
    for (at, one) in contents.submissions.iter().enumerate() {
        let own = planned.next().filter(|own| own[0].submission == at);
        if !own.is_some_and(|own| is_complete(own, contents.cases.len())) {
            let name = excerpt(one.name.as_bytes(), 80);
            return Err(format!("this plan does not have each case of {name} once, in order"));
        }
    }
    match planned.next() {
        None => Ok(()),
        Some(_) => Err("the units of this plan are not in the order of its submissions".into()),
    }
}

/// Returns whether the units of one submission cover all its cases, in order.
fn is_complete(units: &[ShardUnit], cases: usize) -> bool {
    if let [ShardUnit { cases: None, .. }] = units {
        return true;
    }
    let mut next = 0;
    let mut is_next = |block: CaseRange| {
        let is_next = block.first == next && block.count > 0;
        next = block.end();
        is_next
    };
    units.iter().all(|unit| unit.cases.is_some_and(&mut is_next)) && next == cases
}

#[cfg(test)]
mod tests;
