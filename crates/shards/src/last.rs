//! The last shard: what hangs on the machine that judged it is judged again, on one machine, with nothing beside it.
//!
//! Machines differ, and a verdict whose time is near the limit might be another one elsewhere. Whole submissions are judged again, since a
//! later case may depend on an earlier one. An appeal against a verdict has been heard where it was made: what counts is the time that
//! stands after it.

use std::collections::HashMap;
use std::sync::Arc;

use super::hosts;
use referee_events::calibration::SMALL;
use referee_events::{Event, Host, JudgedCase, Reason, Started, SubmissionResult, Verdict};

/// Tells which verdicts depend on the machine.
#[derive(Debug, Clone, Copy)]
pub(super) struct Doubt {
    /// The limit of CPU time, in seconds.
    limit: f64,
    /// How many times as long the same work takes on the slowest machine as on the fastest.
    spread: f64,
    /// Whether the machines differ by so much that it matters.
    pub(super) hosts_differ: bool,
}

impl Doubt {
    pub(super) fn new(started: &Started, hosts: &[Host]) -> Doubt {
        let runs = started.runs.as_ref();
        let limit = runs.map_or(0.0, |runs| runs.cpu_milliseconds as f64 / 1000.0);
        // Instructions are as many on each machine, except in languages for which time decides all the same.
        let is_counted = runs.and_then(|runs| runs.by_instructions.as_ref());
        let is_timed = is_counted.is_none_or(|counted| !counted.not_for.is_empty());
        let spread = if is_timed { hosts::spread(hosts) } else { 1.0 };
        Doubt { limit, spread, hosts_differ: spread > 1.0 + f64::from(SMALL) / 1000.0 }
    }

    /// Returns whether another machine might give another verdict: one near the limit, or nearer to it than the machines are to each
    /// other.
    pub(super) fn is_open(&self, judged: &JudgedCase) -> bool {
        let Some(used) = judged.used else { return false };
        let spread = if self.hosts_differ { self.spread } else { 1.0 };
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

/// What a submission got in its shard, while the last shard tells what it gets now.
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
    /// The case; none for the verdict on the submission.
    pub case: Option<Arc<str>>,
    /// The verdict of the shard.
    pub before: Option<Verdict>,
    /// The verdict of the last shard.
    pub now: Option<Verdict>,
}

impl Before {
    /// Takes an event of the shard.
    pub(super) fn add(&mut self, event: &Event) {
        match event {
            Event::Judged(judged) => {
                self.cases.insert(Arc::clone(&judged.case), judged.verdict);
            }
            Event::Submission(end) => self.whole = end.verdict,
            _ => {}
        }
    }

    /// Notes in an event of the last shard what was before, and returns the verdict that has changed, if one has.
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
                let before = std::mem::take(self).whole;
                (before != *verdict).then(|| ChangedVerdict {
                    contestant: Arc::clone(contestant),
                    case: None,
                    before,
                    now: *verdict,
                })
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
