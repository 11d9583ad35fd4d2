//! The rule by which a problem's format chooses a time limit.
//!
//! Source: the ICPC problem package format, `time_multipliers` and `time_resolution` (2025-09),
//! `time_multiplier` and `time_safety_margin` (legacy).

use super::interval::Bound;
use super::measurement::MeasuredSubmission;
use referee_judge::limit_ranges::Edge;
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
        let times = |pick: fn(&MeasuredSubmission) -> Option<Edge>| {
            let counted = submissions.iter().enumerate();
            let counted = counted.filter(|(_, one)| one.suitable().next().is_some());
            counted.filter_map(move |(at, one)| Some(Bound::of(at, pick(one)?)))
        };
        let by_time = |a: &Bound, b: &Bound| a.seconds.total_cmp(&b.seconds);
        // No limit suits a run that was stopped: it fails, and other cases of its group decide.
        let must_keep = times(|one| one.must_keep).filter(|bound| bound.seconds.is_finite());
        // Of equal times, the first.
        let slowest = must_keep.rev().max_by(by_time)?;
        let too_slow = times(|one| one.must_exceed).min_by(by_time);
        Some(Recommended { seconds: self.multiple.limit(slowest.seconds), slowest, too_slow })
    }

    /// Returns whether the submissions that must be too slow exceed a limit by a clear margin.
    pub fn is_clear(&self, limit: f64, recommended: &Recommended) -> bool {
        recommended.too_slow.is_none_or(|bound| bound.seconds > limit * self.time_limit_to_tle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee_judge::limit_ranges::LimitRange;
    use referee_package::ExpectationResult;

    fn accepted(seconds: f64) -> MeasuredSubmission {
        MeasuredSubmission {
            name: "accepted".into(),
            language: "C".into(),
            expected: "accepted".into(),
            ranges: vec![LimitRange::all(ExpectationResult::AsExpected)],
            must_keep: Some(Edge { seconds, case: Some(0) }),
            must_exceed: None,
            not_judged: None,
            got: String::new(),
        }
    }

    /// A group may accept a submission that never ends on one of its cases.
    #[test]
    fn no_limit_follows_from_a_run_that_was_stopped() {
        let multiple = Multiple { factor: 2.0, resolution: 1.0 };
        let rule = LimitRule { format: "legacy".into(), multiple, time_limit_to_tle: 1.5 };
        let seconds = |times: &[f64]| {
            let submissions: Vec<_> = times.iter().map(|&seconds| accepted(seconds)).collect();
            rule.recommend(&submissions).map(|one| one.seconds)
        };
        assert_eq!(seconds(&[0.5, f64::INFINITY, 1.2]), Some(3.0));
        assert_eq!(seconds(&[f64::INFINITY]), None);
    }
}
