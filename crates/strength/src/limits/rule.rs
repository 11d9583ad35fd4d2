//! The rule by which a problem's format chooses a time limit.
//!
//! Source: the ICPC problem package format, `time_multipliers` and `time_resolution` (2025-09),
//! `time_multiplier` and `time_safety_margin` (legacy).

use super::interval::Bound;
use super::measurement::{CaseTime, MeasuredSubmission};
use referee_judge::time_limit::Multiple;

/// The rule for recommending a time limit.
#[derive(Debug, Clone)]
pub struct LimitRule {
    /// The format that defines the rule.
    pub format: String,
    /// How the limit follows from the slowest run that must keep it.
    pub multiple: Multiple,
    /// The slowest run of each submission that must be too slow has to exceed the limit by this
    /// factor.
    pub time_limit_to_tle: f64,
}

/// A recommended time limit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Recommended {
    /// The time limit, in seconds.
    pub seconds: f64,
    /// The slowest run that must keep it.
    pub slowest: Bound,
    /// The slowest run of the fastest submission that must be too slow; infinite if that run was
    /// stopped; none if there is no such submission.
    pub too_slow: Option<Bound>,
}

impl LimitRule {
    /// Returns the limit that follows from the submissions that the format counts, ignoring those
    /// that no limit suits. `None` if no submission must keep it.
    pub fn recommend(&self, submissions: &[MeasuredSubmission]) -> Option<Recommended> {
        let times = |pick: fn(&MeasuredSubmission) -> Option<CaseTime>| {
            let counted = submissions.iter().enumerate();
            let counted = counted.filter(|(_, one)| one.suitable().next().is_some());
            counted.filter_map(move |(at, one)| {
                let CaseTime { seconds, case } = pick(one)?;
                Some(Bound { seconds, by: Some((at, case)) })
            })
        };
        let by_time = |a: &Bound, b: &Bound| a.seconds.total_cmp(&b.seconds);
        // Of equal times, the first.
        let slowest = times(|one| one.must_keep).rev().max_by(by_time)?;
        let too_slow = times(|one| one.must_exceed).min_by(by_time);
        Some(Recommended { seconds: self.multiple.limit(slowest.seconds), slowest, too_slow })
    }

    /// Returns whether the submissions that must be too slow exceed a limit by a clear margin.
    pub fn is_clear(&self, limit: f64, recommended: &Recommended) -> bool {
        recommended.too_slow.is_none_or(|bound| bound.seconds > limit * self.time_limit_to_tle)
    }
}
