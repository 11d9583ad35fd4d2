//! A folder that all machines see: the scripts that judge a shard and merge, events, logs, and the plan.
//!
//! The scripts name the folder and the one in which the command was given, in which relative paths are looked for: engines start copies of
//! scripts, from wherever they like.

use super::Work;
use super::shell::word;

/// The script that judges a shard.
pub const SHARD: &str = "shard.sh";
/// The script that merges.
pub const MERGE: &str = "merge.sh";
/// The plan of the run.
pub const PLAN: &str = "plan.json";
/// The events of the run.
pub const MERGED: &str = "merged.jsonl";
/// The page about the run.
pub const PAGE: &str = "report.html";

/// Where the scripts of a run are, and what they start.
#[derive(Debug, Clone)]
pub struct SharedFolder<'a> {
    /// What is to be done.
    pub work: &'a Work,
    /// The folder, as an absolute path.
    pub path: &'a str,
    /// The folder in which the command was given, as an absolute path.
    pub home: &'a str,
}

/// What an engine adds to the script that judges a shard.
pub(super) struct Surroundings<'a> {
    /// Comments on top, and directives of the engine.
    pub(super) head: &'a str,
    /// What tells the number of the shard.
    pub(super) number: &'a str,
    /// Lines before the command; `$folder` and `$shard` are known.
    pub(super) before: &'a str,
    /// Further options of the command.
    pub(super) more: &'a str,
}

/// Returns the name of the events of a shard.
pub fn events(shard: usize) -> String {
    format!("shard-{shard}.jsonl")
}

/// Returns the name of the file that says how often a shard was started again.
pub fn restarts(shard: usize) -> String {
    format!("shard-{shard}.restarts")
}

/// Returns the name of the log of a shard.
pub fn log(shard: usize) -> String {
    format!("shard-{shard}.log")
}

impl SharedFolder<'_> {
    /// Returns the script that judges a shard.
    pub(super) fn shard_script(&self, around: &Surroundings) -> String {
        let Surroundings { head, number, before, more } = around;
        let (path, home, of) = (word(self.path), word(self.home), self.work.shards);
        let number_of_all = format!("\"$shard/{of}\"");
        let events = "jsonl=$folder/shard-$shard.jsonl";
        let command = self.work.shard_command(
            &number_of_all,
            events,
            &format!(" --plan \"$folder/{PLAN}\"{more}"),
        );
        format!(
            r#"#!/usr/bin/env bash
{head}set -euo pipefail

shard={number}
folder={path}
{before}cd {home}

# Exit code 1 says that a submission is wrong: the shard itself went well.
code=0
{command} || code=$?
[ "$code" -le 1 ]
"#
        )
    }

    /// Returns the script that merges; `head` is what the engine adds on top.
    pub(super) fn merge_script(&self, head: &str) -> String {
        let (path, home) = (word(self.path), word(self.home));
        let command = self.work.merge_command("\"$folder\"/shard-*.jsonl");
        format!(
            r#"#!/usr/bin/env bash
{head}set -euo pipefail

folder={path}
cd {home}
exec {command}
"#
        )
    }
}
