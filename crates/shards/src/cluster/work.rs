//! The work of machines: a command for each shard, and one that merges.

use super::shell::{word, words};

/// A run in shards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Work {
    /// The command that starts the program on the machines.
    pub referee: String,
    /// The words after `referee shard run K/N`: options, the problem, and submissions.
    pub judge: Vec<String>,
    /// The number of shards.
    pub shards: usize,
    /// The options of `referee shard merge`, including the reports.
    pub merge: Vec<String>,
}

impl Work {
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
