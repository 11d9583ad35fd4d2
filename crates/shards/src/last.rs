//! The last shard: judges the submissions again whose verdicts depend on the machine, on one
//! machine and with nothing running beside them.
//!
//! Machines differ, and a verdict with a time near the limit might be different on another one.
//! Whole submissions are judged again, since a later case may depend on an earlier one. If a
//! verdict was rechecked, that happened on its machine; the time after the recheck counts.

use std::collections::HashMap;
use std::sync::Arc;

use super::hosts;
use referee_events::calibration::SMALL;
use referee_events::{Event, Host, JudgedCase, Reason, Runs, Started, SubmissionResult, Verdict};

/// Decides which verdicts depend on the machine.
#[derive(Debug, Clone, Copy)]
pub(super) struct Doubt {
    /// The limit of CPU time, in seconds.
    limit: f64,
    /// The ratio of the times for the same work on the slowest and on the fastest machine.
    spread: f64,
    pub(super) hosts_differ: bool,
}

impl Doubt {
    pub(super) fn new(started: &Started, hosts: &[Host]) -> Doubt {
        let runs = started.runs.as_ref();
        let limit = runs.map_or(0.0, Runs::limit_seconds);
        // The number of instructions is the same on every machine, but for some languages time
        // decides nevertheless.
        let is_counted = runs.and_then(|runs| runs.by_instructions.as_ref());
        let is_timed = is_counted.is_none_or(|counted| !counted.not_for.is_empty());
        let spread = if is_timed { hosts::spread(hosts) } else { 1.0 };
        Doubt { limit, spread, hosts_differ: spread > 1.0 + f64::from(SMALL) / 1000.0 }
    }

    /// Returns whether another machine might give another verdict: the time is near the limit, or
    /// closer to it than the machines are to each other.
    pub(super) fn is_open(&self, judged: &JudgedCase) -> bool {
        let Some(used) = judged.used else { return false };
        let spread = if self.hosts_differ { self.spread } else { 1.0 };
        // A faster machine might stay within the limit; a slower one might exceed it. A run that
        // the wall time stopped is below the limit of CPU time.
        let could_change = match judged.reason {
            Reason::JudgeError => false,
            Reason::TimeLimit => {
                used.cpu_seconds > self.limit && used.cpu_seconds <= self.limit * spread
            }
            _ => used.cpu_seconds * spread > self.limit,
        };
        judged.near_limit.is_some() || could_change
    }
}

/// The results of a submission in its shard, while the last shard's are read.
#[derive(Debug, Default)]
pub(super) struct Before {
    cases: HashMap<Arc<str>, Verdict>,
    whole: Option<Verdict>,
}

/// A verdict that the last shard has changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedVerdict {
    /// The submission.
    pub contestant: Arc<str>,
    /// The case; `None` for the verdict on the submission.
    pub case: Option<Arc<str>>,
    /// The verdict of the shard.
    pub before: Option<Verdict>,
    /// The verdict of the last shard.
    pub now: Option<Verdict>,
}

impl Before {
    pub(super) fn add(&mut self, event: &Event) {
        match event {
            Event::Judged(judged) => {
                self.cases.insert(Arc::clone(&judged.case), judged.verdict);
            }
            Event::Submission(end) => self.whole = end.verdict,
            _ => {}
        }
    }

    /// Records the previous verdict in an event of the last shard, and returns the verdict if it
    /// has changed.
    pub(super) fn compare(&mut self, event: &mut Event) -> Option<ChangedVerdict> {
        match event {
            Event::Judged(judged) => {
                let before = self.cases.get(&judged.case).copied();
                judged.before = before.filter(|before| *before != judged.verdict);
                judged.before.map(|before| ChangedVerdict {
                    contestant: Arc::clone(&judged.contestant),
                    case: Some(Arc::clone(&judged.case)),
                    before: Some(before),
                    now: Some(judged.verdict),
                })
            }
            Event::Submission(SubmissionResult { contestant, verdict, .. }) => {
                let (before, now) = (std::mem::take(self).whole, *verdict);
                let contestant = Arc::clone(contestant);
                let change = ChangedVerdict { contestant, case: None, before, now };
                (before != now).then_some(change)
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
