//! Decides which results are rechecked, and how often.

use crate::inputs::Policy;
use crate::limit::MARGIN;
use referee_events::{JudgedCase, Reason, Recheck, Used, Verdict};
use referee_sandbox::Limits;

/// The multiple of the limit that noise alone never causes for a program that keeps the limit on an
/// idle machine.
const FAR: f64 = 2.0;

/// All rechecks of a submission together may make this many times the runs of a single recheck: a
/// run alone leaves all cores but one idle.
const TOGETHER: usize = 4;

/// The state of the rechecks of a submission.
#[derive(Clone, Default)]
pub(crate) struct Rechecks {
    /// The number of runs that they made. Those of recorded results count too, so that a record
    /// changes nothing.
    runs: usize,
    /// Whether a run was too slow beyond doubt. From then on, other runs that take more than a
    /// fifth over the limit need no recheck.
    pub(crate) is_far: bool,
}

impl Rechecks {
    pub(crate) fn add(&mut self, judged: &JudgedCase, policy: &Policy) {
        self.runs += alone(judged).len();
        let is_far = part(judged, policy) >= FAR || is_lost_far(judged, policy);
        self.is_far |= judged.reason == Reason::TimeLimit && is_far;
    }

    /// Returns how many runs a recheck of a judgement may still make, if other rechecks may
    /// make `others`.
    pub(crate) fn left(&self, judged: &JudgedCase, others: usize, policy: &Policy) -> usize {
        let together = policy.rechecks * TOGETHER;
        let left = together.saturating_sub(self.runs + others);
        policy.rechecks.saturating_sub(alone(judged).len()).min(left)
    }

    /// Returns whether a time limit verdict may be due to noise.
    pub(crate) fn may_be_noise(&self, judged: &JudgedCase, policy: &Policy) -> bool {
        let over = part(judged, policy);
        // After one case that is far too slow, noise is an unlikely reason for the others.
        let most = if self.is_far { 1.0 + MARGIN } else { FAR };
        judged.reason == Reason::TimeLimit
            && over > 1.0
            && over < most
            && may_recheck(judged, policy)
    }
}

/// Returns whether a case was accepted so close to the limit that a recheck may find a lower time.
pub(crate) fn is_narrow(judged: &JudgedCase, policy: &Policy) -> bool {
    let is_accepted = judged.verdict == Verdict::Accepted;
    is_accepted && judged.near_limit.is_some() && may_recheck(judged, policy)
}

/// Returns whether another recheck could change what earlier ones have found.
fn may_recheck(judged: &JudgedCase, policy: &Policy) -> bool {
    let is_decided = judged.reason != Reason::TimeLimit || is_lost_far(judged, policy);
    let is_settled = judged.recheck.is_some() && is_decided;
    // The worst of several runs counts: a recheck must not hide one that failed for another reason.
    let is_of_time = |verdict: &Verdict| matches!(verdict, Verdict::Accepted | Verdict::TimeLimit);
    !is_settled && judged.repeats.iter().all(is_of_time)
}

/// Returns whether a recheck ended with a run that was far too slow.
fn is_lost_far(judged: &JudgedCase, policy: &Policy) -> bool {
    alone(judged)
        .last()
        .is_some_and(|last| *last > policy.limits.cpu.as_secs_f64() * (1.0 + MARGIN))
}

/// Returns the times of the runs that a recheck has made, in seconds.
fn alone(judged: &JudgedCase) -> &[f64] {
    judged.recheck.as_ref().map_or(&[], Recheck::alone)
}

/// Returns the CPU time of a run as a fraction of the limit.
pub(crate) fn part(judged: &JudgedCase, policy: &Policy) -> f64 {
    judged.cpu_seconds() / policy.limits.cpu.as_secs_f64()
}

/// Returns whether a run alone was too slow although it hardly waited for a processor.
pub(crate) fn is_beyond_doubt(judged: &JudgedCase, policy: &Policy) -> bool {
    let waited = |used: Used| used.waited_seconds.unwrap_or(0.0) >= used.wall_seconds / 10.0;
    judged.reason == Reason::TimeLimit
        && part(judged, policy) > 1.0 + MARGIN
        && !judged.used.is_some_and(waited)
}

impl Policy {
    /// Returns the limits at which a first run is stopped; `is_far` is whether another run of its
    /// submission was too slow beyond doubt.
    pub(crate) fn first_stopped_at(&self, must_be_slow: bool, is_far: bool) -> Limits {
        let limits = self.stopped_at(must_be_slow);
        let far = self.limits.cpu.mul_f64(FAR);
        // After a run that was far too slow, others that exceed the margin need no recheck.
        let may_run_on = self.rechecks > 0 && !is_far;
        Limits { cpu: if may_run_on { limits.cpu.max(far) } else { limits.cpu }, ..limits }
    }
}
