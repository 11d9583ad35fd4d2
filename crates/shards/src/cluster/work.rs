//! What machines are to do: a command for each shard, and one that merges.

use super::shell::{word, words};

/// A run in shards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Work {
    /// What machines call the program.
    pub referee: String,
    /// What follows `referee shard run K/N`: options, the problem, and submissions.
    pub judge: Vec<String>,
    /// The number of shards.
    pub shards: usize,
    /// The options of `referee shard merge`, among them the reports.
    pub merge: Vec<String>,
}

impl Work {
    /// Returns the command that judges a shard. Its number, the report of its events, and further options are those of a script: they may
    /// have variables.
    pub fn shard_command(&self, number: &str, events: &str, more: &str) -> String {
        let (referee, judge) = (word(&self.referee), words(&self.judge));
        // What the script says comes first: behind `--` it would be a submission.
        format!("{referee} shard run {number} --report \"{events}\" --force{more} \\\n    {judge}")
    }

    /// Returns the command that merges shards, whose files a pattern of the shell names.
    pub fn merge_command(&self, files: &str) -> String {
        let (referee, merge) = (word(&self.referee), words(&self.merge));
        format!("{referee} shard merge {files} --force \\\n    {merge}")
    }
}
