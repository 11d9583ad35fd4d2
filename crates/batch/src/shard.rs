//! Decides which tasks a shard of a batch judges. All candidates of a task are in one shard: its
//! tests are prepared only there, and equal programs are judged once.

use referee_base::digest::Digest;

/// One of several shards of the tasks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TaskShard {
    /// Its number, from 0.
    pub number: usize,
    /// The number of shards.
    pub of: usize,
}

impl TaskShard {
    /// All tasks.
    pub const WHOLE: TaskShard = TaskShard { number: 0, of: 1 };

    pub(crate) fn has(self, task: &str) -> bool {
        shard_of(task, self.of) == self.number
    }
}

/// Returns the number of a task's shard, from 0, by the hash of its name: every machine finds the
/// same.
pub(crate) fn shard_of(task: &str, of: usize) -> usize {
    let [a, b, c, d, ..] = Digest::of(task.as_bytes());
    // There are at most a thousand shards, so the bias is negligible.
    (u32::from_le_bytes([a, b, c, d]) as usize) % of
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shard of a task must never change, because rows of shards of different versions are
    /// combined.
    #[test]
    fn each_task_is_of_one_shard_forever() {
        let tasks: Vec<String> = (0..1000).map(|number| format!("task/{number}")).collect();
        let shard = |number| TaskShard { number, of: 7 };
        let of = |number: usize| tasks.iter().filter(|task| shard(number).has(task)).count();
        let counts: Vec<usize> = (0..7).map(of).collect();
        assert_eq!(counts.iter().sum::<usize>(), 1000);
        assert_eq!(counts, [152, 142, 137, 151, 120, 137, 161]);
        assert!(tasks.iter().all(|task| TaskShard::WHOLE.has(task)));
    }
}
