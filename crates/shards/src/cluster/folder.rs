//! The work of machines, a command for each shard and one that merges, and the folder that all
//! machines share, with the scripts of these commands, the events, logs, and the plan.
//!
//! The scripts contain the path of the folder, and that of the working directory of the command,
//! which relative paths refer to: engines may start copies of scripts from anywhere.

/// The script that judges a shard.
pub const SHARD: &str = "shard.sh";
/// The script that merges.
pub const MERGE: &str = "merge.sh";
/// The plan of the run.
pub const PLAN: &str = "plan.json";
/// The merged events of the run.
pub const MERGED: &str = "merged.jsonl";
/// The HTML report of the run.
pub const PAGE: &str = "report.html";

/// A run in shards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShardedRun {
    /// The command that starts the program on the machines.
    pub referee: String,
    /// The words after `referee shard run K/N`: options, the problem, and submissions.
    pub judge: Vec<String>,
    /// The number of shards.
    pub shards: usize,
    /// The options of `referee shard merge`, including the reports.
    pub merge: Vec<String>,
}

impl ShardedRun {
    /// Returns the command that judges a shard. The number, the file of events and the further
    /// options come from a script and may contain its variables.
    pub fn shard_command(&self, number: &str, events: &str, more: &str) -> String {
        let (referee, judge) = (word(&self.referee), words(&self.judge));
        // The script's options come first: after a `--` in `judge` they would be submissions.
        format!("{referee} shard run {number} --report \"{events}\" --force{more} \\\n    {judge}")
    }

    /// Returns the command that merges shards; `files` is a shell pattern for their files.
    pub fn merge_command(&self, files: &str) -> String {
        let (referee, merge) = (word(&self.referee), words(&self.merge));
        format!("{referee} shard merge {files} --force \\\n    {merge}")
    }
}

/// The location of a run's scripts, and the work that they start.
#[derive(Debug, Clone)]
pub struct SharedFolder<'a> {
    /// The work.
    pub work: &'a ShardedRun,
    /// The folder, as an absolute path.
    pub path: &'a str,
    /// The working directory of the command, as an absolute path.
    pub home: &'a str,
}

/// The parts that an engine adds to the script that judges a shard.
pub(super) struct Surroundings<'a> {
    /// Comments at the top, and directives of the engine.
    pub(super) head: &'a str,
    /// The expression for the number of the shard.
    pub(super) number: &'a str,
    /// Lines before the command, which may use `$folder` and `$shard`.
    pub(super) before: &'a str,
    pub(super) more: &'a str,
}

/// Returns the name of the file with a shard's events.
pub fn events(shard: usize) -> String {
    format!("shard-{shard}.jsonl")
}

/// Returns the name of the file with the number of times that a shard was restarted.
pub fn restarts(shard: usize) -> String {
    format!("shard-{shard}.restarts")
}

/// Returns the name of the log of a shard.
pub fn log(shard: usize) -> String {
    format!("shard-{shard}.log")
}

impl SharedFolder<'_> {
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

    /// Returns the script that merges; `head` is what the engine adds at the top.
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

/// Returns a word, quoted if necessary: any name becomes one word, in every shell with POSIX
/// quoting.
pub(super) fn word(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./:,@%+=".contains(letter);
    // Some shells look up a command if a word begins with an equals sign.
    if !word.is_empty() && word.chars().all(is_plain) && !word.starts_with('=') {
        word.to_string()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// Returns words, each quoted if necessary.
fn words<W: AsRef<str>>(all: &[W]) -> String {
    all.iter().map(|one| word(one.as_ref())).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_need_no_quotes_have_none() {
        assert_eq!(words(&["--only=secret/1", "a.b_c", "-"]), "--only=secret/1 a.b_c -");
        assert_eq!(words(&["", "it's", "a b", "$x", "=ls"]), r"'' 'it'\''s' 'a b' '$x' '=ls'");
    }

    #[test]
    fn a_shell_reads_the_words_that_were_meant() {
        let hostile =
            ["", "two\nlines", "'; exit 9; '", "\"$(exit 9)`exit 9`\\", "-e", "~", "*", "#", "!x"];
        let script = format!("printf '%s\\0' {}", words(&hostile));
        let run = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
        let read = String::from_utf8(run.stdout).unwrap();
        assert_eq!(read.split_terminator('\0').collect::<Vec<_>>(), hostile);
    }
}
