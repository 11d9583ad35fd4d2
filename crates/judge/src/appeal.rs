//! Decides what is run again, alone on the machine, since noise may have made its verdict: *appeals*.
//!
//! What else is under way makes a program slower, never faster: the CPU time of one and the same program varies by up to 1.8 on a busy
//! machine. So the least of several times is the best that is known of it, and a run that keeps the limit decides. Runs over the limit go
//! on up to [`FAR`] times of it, so that a program without end needs no appeal: no noise explains that, and time beside others is cheaper
//! than time alone. `hearing.rs` makes the runs of an
//! appeal, `court.rs` tells when; `retrial.rs` does the like for the clock.

use crate::inputs::Policy;
use crate::limit::MARGIN;
use referee_events::{Appeal, JudgedCase, Reason, Used, Verdict};
use referee_sandbox::Limits;

/// The multiple of the limit that no program takes by noise alone if it keeps the limit on an idle machine.
const FAR: f64 = 2.0;

/// How many times the runs that one appeal may make are left to all appeals of a submission together: what is alone keeps all cores but
/// one idle.
const TOGETHER: usize = 4;

/// What is known of the appeals of a submission.
#[derive(Clone, Default)]
pub(crate) struct Appeals {
    /// How many runs they have made, those of recorded results included, so that a record changes nothing.
    runs: usize,
    /// Whether a run was too slow beyond doubt. Others that take more than a fifth over the limit are believed then.
    pub(crate) is_far: bool,
}

impl Appeals {
    /// Adds the judgement of a case.
    pub(crate) fn add(&mut self, judged: &JudgedCase, policy: &Policy) {
        self.runs += alone(judged).len();
        let is_far = part(judged, policy) >= FAR || is_lost_far(judged, policy);
        self.is_far |= judged.reason == Reason::TimeLimit && is_far;
    }

    /// Returns how many runs are left to an appeal against a judgement, where others may make so many.
    pub(crate) fn left(&self, judged: &JudgedCase, others: usize, policy: &Policy) -> usize {
        let together = policy.appeals * TOGETHER;
        let left = together.saturating_sub(self.runs + others);
        policy.appeals.saturating_sub(alone(judged).len()).min(left)
    }

    /// Returns whether a refusal may be due to noise.
    pub(crate) fn may_be_noise(&self, judged: &JudgedCase, policy: &Policy) -> bool {
        let over = part(judged, policy);
        let most = if self.is_far { 1.0 + MARGIN } else { FAR };
        judged.reason == Reason::TimeLimit
            && over > 1.0
            && over < most
            && may_appeal(judged, policy)
    }
}

/// Returns whether an accepted case may have kept the limit by chance.
pub(crate) fn is_narrow(judged: &JudgedCase, policy: &Policy) -> bool {
    let is_accepted = judged.verdict == Verdict::Accepted;
    is_accepted && judged.near_limit.is_some() && may_appeal(judged, policy)
}

/// Returns whether an appeal could teach anything that none has taught before.
fn may_appeal(judged: &JudgedCase, policy: &Policy) -> bool {
    let is_decided = judged.reason != Reason::TimeLimit || is_lost_far(judged, policy);
    let is_settled = judged.appeal.is_some() && is_decided;
    // The worst of several runs counts: an appeal must not hide that another one failed for another reason.
    let is_of_time = |verdict: &Verdict| matches!(verdict, Verdict::Accepted | Verdict::TimeLimit);
    !is_settled && judged.repeats.iter().all(is_of_time)
}

/// Returns whether an appeal has ended with a run that was far too slow.
fn is_lost_far(judged: &JudgedCase, policy: &Policy) -> bool {
    alone(judged)
        .last()
        .is_some_and(|last| *last > policy.limits.cpu.as_secs_f64() * (1.0 + MARGIN))
}

/// Returns the times of the runs that an appeal has made.
fn alone(judged: &JudgedCase) -> &[f64] {
    judged.appeal.as_ref().map_or(&[], Appeal::alone)
}

/// Returns the CPU time of a run as a part of the limit.
pub(crate) fn part(judged: &JudgedCase, policy: &Policy) -> f64 {
    judged.cpu_seconds() / policy.limits.cpu.as_secs_f64()
}

/// Returns whether a run alone was too slow though nothing kept it from working.
pub(crate) fn is_beyond_doubt(judged: &JudgedCase, policy: &Policy) -> bool {
    let waited = |used: Used| used.waited_seconds.unwrap_or(0.0) >= used.wall_seconds / 10.0;
    judged.reason == Reason::TimeLimit
        && part(judged, policy) > 1.0 + MARGIN
        && !judged.used.is_some_and(waited)
}

impl Policy {
    /// Returns the limits at which a first run is stopped; `is_far` tells whether its submission was too slow beyond doubt before.
    pub(crate) fn first_stopped_at(&self, must_be_slow: bool, is_far: bool) -> Limits {
        let limits = self.stopped_at(must_be_slow);
        let far = self.limits.cpu.mul_f64(FAR);
        let may_run_on = self.appeals > 0 && !is_far;
        Limits { cpu: if may_run_on { limits.cpu.max(far) } else { limits.cpu }, ..limits }
    }
}
