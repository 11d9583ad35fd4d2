//! Decides whether a recorded run determines the result of a new one, although the time limits may
//! have changed.
//!
//! Under the same limits it does. Under others, its times decide if they are clearly on one side: a
//! program that ended in a quarter of the new limit would do so again, and one that took twice as
//! long would be stopped. A run that was stopped gives only a lower bound. A run near a limit is
//! repeated, because noise decides there.

use std::cmp::Ordering;

use super::run::{RecordedRun, Times};
use crate::classify::for_reason;
use referee_events::{JudgedCase, Reason, Recheck};
use referee_sandbox::{Limits, Stopped};

/// A time that differs from a limit by less than this fraction of it may end up on the other side
/// in another run.
const NEAR: f64 = 0.1;

/// The same for a time that differs by less than this, in seconds: a few of the intervals at which
/// the sandbox measures a run.
const NEAR_SECONDS: f64 = 0.03;

/// Compares a time with a limit; they count as equal if they are near each other.
fn compared(seconds: f64, limit: f64) -> Ordering {
    let near = (limit * NEAR).max(NEAR_SECONDS);
    match seconds - limit {
        over if over > near => Ordering::Greater,
        over if over < -near => Ordering::Less,
        _ => Ordering::Equal,
    }
}

/// Returns whether a run that was not stopped would end in the same way under these limits,
/// whatever its own limits were.
pub(crate) fn is_clearly_within(judged: &JudgedCase, limits: &Limits) -> bool {
    let limits = Times::of(limits);
    !matches!(judged.reason, Reason::TimeLimit | Reason::JudgeError)
        && judged.used.is_some_and(|used| {
            compared(used.cpu_seconds, limits.cpu_seconds).is_lt()
                && compared(used.free_seconds(), limits.wall_seconds).is_lt()
        })
}

/// Returns the result of a recorded run under these limits; `None` if a new run is needed.
pub(super) fn judged(run: RecordedRun, limits: &Limits) -> Option<JudgedCase> {
    let limits = Times::of(limits);
    let RecordedRun { limits: earlier, stopped, judged, .. } = run;
    let used = judged.used.filter(|_| judged.reason != Reason::JudgeError)?;
    if earlier == limits {
        return Some(judged);
    }
    match compared(used.cpu_seconds, limits.cpu_seconds) {
        Ordering::Greater => {
            // True even of a run that was stopped: it would have taken longer.
            let of = match used.instructions.filter(|_| used.worked_seconds.is_some()) {
                Some(count) => format!(", counted by {count} instructions"),
                None => " of CPU time".to_string(),
            };
            let took = took(stopped == Some(Stopped::Cpu), used.cpu_seconds);
            let limit = limits.cpu_seconds;
            return Some(too_slow(judged, format!("{took}{of}; the limit is {limit:.2} s")));
        }
        Ordering::Equal => return None,
        Ordering::Less => {}
    }
    // It exceeded the earlier limit, and how long it would have run is unknown.
    let over_clock = stopped == Some(Stopped::Wall);
    if judged.reason == Reason::TimeLimit && !over_clock {
        return None;
    }
    match compared(used.free_seconds(), limits.wall_seconds) {
        Ordering::Greater => {
            let worked = used.worked_seconds.unwrap_or(used.cpu_seconds);
            let took = took(over_clock, used.wall_seconds);
            Some(too_slow(judged, format!("{took} of wall time: it worked {worked:.2} s")))
        }
        Ordering::Less if !over_clock => Some(under_limit(judged, &limits)),
        Ordering::Equal | Ordering::Less => None,
    }
}

/// Returns a judgement that a new limit does not change, with that limit in its recheck, if that
/// matters: no time may be near a limit that is much higher.
fn under_limit(judged: JudgedCase, limits: &Times) -> JudgedCase {
    let limit_seconds = limits.cpu_seconds;
    let is_near = |&time: &f64| !compared(time, limit_seconds).is_lt();
    let recheck = judged.recheck.filter(|recheck| recheck.cpu_seconds.iter().any(is_near));
    let recheck = recheck.map(|recheck| Recheck { limit_seconds, ..recheck });
    JudgedCase { recheck, ..judged }
}

/// Describes the time after which an earlier run ended or was stopped.
fn took(was_stopped: bool, seconds: f64) -> String {
    let least = if was_stopped { "at least " } else { "" };
    format!("took {least}{seconds:.2} s")
}

/// Returns the judgement of a run that took too long, with the recorded verdict as that before.
fn too_slow(judged: JudgedCase, message: String) -> JudgedCase {
    let JudgedCase { contestant, case, used, verdict, .. } = judged;
    let judged = for_reason(&contestant, &case, Reason::TimeLimit, message, used);
    JudgedCase { before: Some(verdict), ..judged }
}
