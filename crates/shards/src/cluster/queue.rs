//! Reads Slurm's queue for the jobs of a run, and follows a run until none of them is left.
//!
//! Only the events of a shard show that it is done; the queue shows what is in progress, and when
//! nothing is any more. If the controller does not answer, the run continues to be followed.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use super::slurm::Jobs;

/// The output format of `squeue`, one line per job: number, number in the array, state, reason.
pub const FORMAT: &str = "%F|%K|%T|%r";

/// Reasons for a job to wait that pass without intervention.
const PASSING: [&str; 9] = [
    "None",
    "Resources",
    "Priority",
    "Dependency",
    "BeginTime",
    "Cleaning",
    "JobArrayTaskLimit",
    "Prolog",
    "Reservation",
];

/// The delay before the second query.
const SOON: Duration = Duration::from_secs(1);

/// The maximum delay between two queries, to spare the controller.
const SELDOM: Duration = Duration::from_secs(15);

/// The jobs of a run that are queued or running.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Queue {
    /// The shards that are running.
    pub running: BTreeSet<usize>,
    /// The shards that wait, with the reasons.
    pub waiting: BTreeMap<usize, String>,
    /// Whether a job that merges is left.
    pub merges: bool,
}

impl Queue {
    /// Reads the output of `squeue --array` in [`FORMAT`]. Lines of other jobs are skipped.
    pub fn read(text: &str, jobs: &Jobs) -> Queue {
        let mut queue = Queue::default();
        for line in text.lines() {
            let mut fields = line.splitn(4, '|').map(str::trim);
            let [Some(job), Some(task), Some(state), reason] =
                std::array::from_fn(|_| fields.next())
            else {
                continue;
            };
            let Ok(job) = job.parse() else { continue };
            if jobs.merges.contains(&job) {
                queue.merges = true;
            }
            let Some(shard) = task.parse().ok().filter(|_| jobs.arrays.contains(&job)) else {
                continue;
            };
            if state == "PENDING" || state == "REQUEUED" || state.contains("HOLD") {
                queue.waiting.insert(shard, reason.unwrap_or("None").to_string());
            } else {
                queue.running.insert(shard);
            }
        }
        queue
    }

    /// Returns whether a shard is queued or running.
    pub fn has(&self, shard: usize) -> bool {
        self.running.contains(&shard) || self.waiting.contains_key(&shard)
    }

    /// Returns whether no job is left.
    pub fn is_empty(&self) -> bool {
        self.running.is_empty() && self.waiting.is_empty() && !self.merges
    }
}

/// A change since the previous moment.
#[derive(Debug, PartialEq, Eq)]
pub enum News {
    /// A shard has started.
    Begins(usize),
    /// A shard has stopped.
    Ends(usize),
    /// A shard is done.
    Done(usize),
    /// Shards wait for a reason that may not pass.
    Held(Vec<usize>, String),
    /// The queue does not answer, for the first time in a row.
    Silent(String),
}

/// Follows a run until no job of it is left. `look` returns the shards that are done, and the queue
/// or the reason why it does not answer.
pub fn follow(
    mut look: impl FnMut() -> (BTreeSet<usize>, Result<Queue, String>),
    mut pause: impl FnMut(Duration),
    mut tell: impl FnMut(News),
) {
    let mut known = Known::default();
    let mut time = SOON;
    loop {
        let (done, queue) = look();
        known.hear(&done, &queue, &mut tell);
        if queue.is_ok_and(|queue| queue.is_empty()) {
            return;
        }
        pause(time);
        time = SELDOM.min(time * 3 / 2);
    }
}

#[derive(Default)]
struct Known {
    done: BTreeSet<usize>,
    running: BTreeSet<usize>,
    held: BTreeSet<usize>,
    is_silent: bool,
}

impl Known {
    fn hear(
        &mut self,
        done: &BTreeSet<usize>,
        queue: &Result<Queue, String>,
        tell: &mut dyn FnMut(News),
    ) {
        match queue {
            Ok(queue) => {
                self.running.difference(&queue.running).for_each(|&shard| tell(News::Ends(shard)));
                queue
                    .running
                    .difference(&self.running)
                    .for_each(|&shard| tell(News::Begins(shard)));
                self.running.clone_from(&queue.running);
                self.is_silent = false;
                self.hear_of_holds(queue, tell);
            }
            Err(_) if self.is_silent => {}
            Err(why) => {
                self.is_silent = true;
                tell(News::Silent(why.clone()));
            }
        }
        done.difference(&self.done).for_each(|&shard| tell(News::Done(shard)));
        self.done.extend(done);
    }

    fn hear_of_holds(&mut self, queue: &Queue, tell: &mut dyn FnMut(News)) {
        let mut held: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (&shard, reason) in &queue.waiting {
            if !PASSING.contains(&&**reason) && self.held.insert(shard) {
                held.entry(reason).or_default().push(shard);
            }
        }
        held.into_iter().for_each(|(reason, shards)| tell(News::Held(shards, reason.to_string())));
    }
}

#[cfg(test)]
mod tests;
