//! GNU parallel over ssh, for machines that share a folder, such as those of a laboratory or a
//! contest.

use super::folder::{MERGE, SHARD, SharedFolder, Surroundings, word};

/// The script that starts all shards.
pub const RUN: &str = "run.sh";

/// The list of machines.
pub const HOSTS: &str = "hosts";

const JOBLOG: &str = "joblog";

/// A run on machines that are reachable by ssh.
#[derive(Debug)]
pub struct ParallelRun<'a> {
    /// The scripts and the work that they start.
    pub folder: SharedFolder<'a>,
    /// The machines, in the format of `--sshloginfile`.
    pub hosts: &'a str,
    /// The number of programs that run at the same time on each machine; `None` for the number of
    /// its cores.
    pub jobs: Option<usize>,
}

impl ParallelRun<'_> {
    /// Returns the names and texts of the files in the folder.
    pub fn files(&self) -> [(&'static str, String); 4] {
        let hosts = self.hosts.to_string();
        [(SHARD, self.shard()), (MERGE, self.merge()), (RUN, self.run()), (HOSTS, hosts)]
    }

    fn shard(&self) -> String {
        let of = self.folder.work.shards;
        let head = format!(
            r#"# Judges one of {of} shards, whose number is given: {RUN} starts it on each machine. Written by `referee shard parallel`.
#
# By hand, on any machine that sees these folders:
#
#     bash {SHARD} 3
#
# The events of shard 3 appear in shard-3.jsonl when it has ended, whole or not at all; what it says is in shard-3.log.
"#
        );
        let before = "exec >> \"$folder/shard-$shard.log\" 2>&1\n";
        let more = self.jobs.map_or(String::new(), |jobs| format!(" --jobs {jobs}"));
        let (head, more) = (&*head, &*more);
        self.folder.shard_script(&Surroundings { head, number: "$1", before, more })
    }

    fn merge(&self) -> String {
        let of = self.folder.work.shards;
        self.folder.merge_script(&format!(
            r#"# Makes the reports of one run from the events of its {of} shards: {RUN} starts it at the end. Names what is missing, with exit
# code 3. Written by `referee shard parallel`.
#
#     bash {MERGE}
"#
        ))
    }

    /// The command contains no words from the user: GNU parallel would replace `{}` in them, and
    /// run `{= =}` as Perl.
    fn run(&self) -> String {
        let of = self.folder.work.shards;
        let folder = word(self.folder.path);
        format!(
            r#"#!/usr/bin/env bash
# Judges {of} shards on the machines in `{HOSTS}` with GNU parallel, and merges. Written by `referee shard parallel`.
#
#     bash {RUN}
#
# One shard at a time on each machine, which uses its cores. A shard that fails is tried up to three times, on other machines
# if there are any. After an interruption run the same command to continue: `{JOBLOG}` lists what is done.
set -euo pipefail
cd {folder}

parallel --sshloginfile {HOSTS} --workdir . --jobs 1 --retries 3 --joblog {JOBLOG} --resume-failed \
    bash {SHARD} ::: {{1..{of}}} || echo "some shards failed; see shard-*.log" >&2
exec bash {MERGE}
"#
        )
    }
}

/// Returns a list of machines, one per line; `None` if a name is blank or has control characters.
pub fn host_list(hosts: &[String]) -> Option<String> {
    let is_host = |host: &&String| !host.trim().is_empty() && !host.contains(char::is_control);
    let lines: Vec<&String> = hosts.iter().filter(is_host).collect();
    let is_list = lines.len() == hosts.len() && !lines.is_empty();
    is_list.then(|| lines.iter().map(|host| format!("{host}\n")).collect())
}

#[cfg(test)]
mod tests {
    use super::host_list;

    #[test]
    fn a_host_is_a_line() {
        let list = |hosts: &[&str]| {
            host_list(&hosts.iter().map(|host| host.to_string()).collect::<Vec<_>>())
        };
        assert_eq!(list(&["a", "4/me@b", ":"]).as_deref(), Some("a\n4/me@b\n:\n"));
        for wrong in [&[][..], &["a", ""], &["a\nb"], &[" "]] {
            assert_eq!(list(wrong), None);
        }
    }
}
