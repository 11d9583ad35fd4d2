//! Slurm: an array of jobs, one per shard, and a job that merges when all of them have ended.

use super::folder::{MERGE, SHARD, SharedFolder, Surroundings, word};

/// The script that submits both jobs.
pub const SUBMIT: &str = "submit.sh";

/// The file that it appends the job numbers to.
pub const JOBS: &str = "jobs";

/// A run as an array of jobs.
#[derive(Debug)]
pub struct SlurmArray<'a> {
    /// The scripts and the work that they start.
    pub folder: SharedFolder<'a>,
    /// The cores of each job.
    pub cpus: usize,
    /// The number of programs that run at the same time in a job.
    pub jobs: usize,
    /// The maximum number of jobs that run at the same time; `None` for all.
    pub at_once: Option<usize>,
    /// Options of `sbatch`, for both jobs.
    pub options: &'a [String],
}

impl SlurmArray<'_> {
    /// Returns the names and texts of the files in the folder.
    pub fn files(&self) -> [(&'static str, String); 3] {
        [(SHARD, self.shard()), (MERGE, self.merge()), (SUBMIT, self.submit())]
    }

    /// The jobs use whole cores, so that times are meaningful: no two jobs share a core.
    fn shard(&self) -> String {
        let (of, cpus) = (self.folder.work.shards, self.cpus);
        let head = format!(
            r#"# Judges one of {of} shards: a job of a Slurm array, which {SUBMIT} submits. Written by `referee shard slurm`.
#
# Without Slurm, on any machine that sees these folders:
#
#     SLURM_ARRAY_TASK_ID=3 bash {SHARD}
#
# A job that is preempted, or whose node fails, is queued again, and goes on from the record of runs. The events of shard 3 appear in
# shard-3.jsonl when it has ended, whole or not at all; what it says is in shard-3.log.
#SBATCH --job-name=referee
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --cpus-per-task={cpus}
#SBATCH --hint=nomultithread
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=shard-%a.log
"#
        );
        let before = r#"# Programs are compiled and run on a disk of the node, wherever the node that submits has its temporary files.
export TMPDIR=${SLURM_TMPDIR:-/tmp}
if [ "${SLURM_RESTART_COUNT:-0}" -gt 0 ]; then
    echo "$SLURM_RESTART_COUNT" > "$folder/shard-$shard.restarts"
fi
"#;
        let (head, more) = (&*head, &*format!(" --jobs {}", self.jobs));
        let number = "$SLURM_ARRAY_TASK_ID";
        self.folder.shard_script(&Surroundings { head, number, before, more })
    }

    fn merge(&self) -> String {
        let of = self.folder.work.shards;
        self.folder.merge_script(&format!(
            r#"# Makes the reports of one run from the events of its {of} shards: a job that begins when the array has ended, whether or not all
# went well. Names what is missing, with exit code 3. Written by `referee shard slurm`.
#
# By hand:
#
#     bash {MERGE}
#SBATCH --job-name=referee-merge
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --output=merge.log
"#
        ))
    }

    fn submit(&self) -> String {
        let of = self.folder.work.shards;
        let folder = word(self.folder.path);
        let bound = self.at_once.map_or(String::new(), |most| format!("%{most}"));
        let options: String =
            self.options.iter().map(|option| format!(" {}", word(option))).collect();
        format!(
            r#"#!/usr/bin/env bash
# Submits the shards as an array of jobs, and a job that merges when all of them have ended. Written by `referee shard slurm`, which
# runs it.
#
#     bash {SUBMIT}        all {of} shards
#     bash {SUBMIT} 3,7-9  these alone, such as those that are missing
#
# It prints the numbers of both jobs, for `squeue --jobs` and `scancel`, and adds them to the file `{JOBS}`.
set -euo pipefail
cd {folder}

submit() {{
    sbatch --parsable{options} "$@"
}}
# Where there are several clusters, a semicolon and a name follow the number.
array=$(submit --array="${{1:-1-{of}}}{bound}" {SHARD})
echo "array ${{array%%;*}}" | tee -a {JOBS}
merge=$(submit --dependency="afterany:${{array%%;*}}" {MERGE})
echo "merge ${{merge%%;*}}" | tee -a {JOBS}
"#
        )
    }
}

/// The jobs of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Jobs {
    /// The arrays.
    pub arrays: Vec<u64>,
    /// The jobs that merge.
    pub merges: Vec<u64>,
}

impl Jobs {
    /// Reads the output of [`SUBMIT`]. Other lines are skipped, since login shells may print
    /// greetings.
    pub fn read(text: &str) -> Jobs {
        let mut jobs = Jobs::default();
        for line in text.lines() {
            match line.split_once(' ').map(|(kind, number)| (kind, number.parse())) {
                Some(("array", Ok(number))) => jobs.arrays.push(number),
                Some(("merge", Ok(number))) => jobs.merges.push(number),
                _ => {}
            }
        }
        jobs
    }

    /// Returns all numbers.
    pub fn all(&self) -> impl Iterator<Item = u64> + '_ {
        self.arrays.iter().chain(&self.merges).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_jobs_are_read_among_greetings() {
        let jobs = Jobs::read("Welcome\narray 12\nmerge 13\narray of hope\narray 14\n");
        assert_eq!(jobs, Jobs { arrays: vec![12, 14], merges: vec![13] });
        assert_eq!(jobs.all().collect::<Vec<_>>(), [12, 14, 13]);
    }
}
