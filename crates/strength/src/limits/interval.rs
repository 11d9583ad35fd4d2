//! The time limits that suit several submissions: the intersection of those that suit each.

use super::measurement::MeasuredSubmission;
use referee_judge::limit_ranges::Edge;

/// An end of an interval of limits, and its cause.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bound {
    /// The time limit in seconds; 0 or infinity if the interval is unbounded.
    pub seconds: f64,
    /// The submission and the case, by position, whose run determines it.
    pub by: Option<(usize, usize)>,
}

/// A half-open interval of limits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The shortest of the limits.
    pub from: Bound,
    /// The first limit that is too long.
    pub below: Bound,
}

/// The limits under which all expectations of some submissions hold.
#[derive(Debug, Clone, PartialEq)]
pub struct Suitable {
    /// The intervals, in order: one, unless expectations are unusual; none if no limit suits all.
    pub intervals: Vec<Interval>,
    /// Why there is none: a limit must reach the first bound, and must stay below the second.
    pub conflict: Option<(Bound, Bound)>,
}

impl Bound {
    pub(super) fn of(submission: usize, edge: Edge) -> Bound {
        Bound { seconds: edge.seconds, by: edge.case.map(|case| (submission, case)) }
    }
}

impl Interval {
    /// Returns the limits that suit a submission; `at` is its position.
    pub fn of(at: usize, submission: &MeasuredSubmission) -> impl Iterator<Item = Interval> {
        submission.suitable().map(move |range| Interval {
            from: Bound::of(at, range.from),
            below: Bound::of(at, range.below),
        })
    }

    fn has(&self, limit: f64) -> bool {
        self.from.seconds <= limit && limit < self.below.seconds
    }
}

impl Suitable {
    /// Intersects the limits that suit these submissions, given with their positions. Submissions
    /// that no limit suits are ignored.
    pub fn of<'m>(submissions: impl Iterator<Item = (usize, &'m MeasuredSubmission)>) -> Suitable {
        let [mut from, mut below] = [0.0, f64::INFINITY].map(|seconds| Bound { seconds, by: None });
        let mut intervals = vec![Interval { from, below }];
        for (at, submission) in submissions {
            let own: Vec<Interval> = Interval::of(at, submission).collect();
            let (Some(first), Some(last)) = (own.first(), own.last()) else { continue };
            from = later(from, first.from);
            below = earlier(below, last.below);
            intervals =
                intervals.iter().flat_map(|one| own.iter().map(|own| both(*one, *own))).collect();
            intervals.retain(|both| both.from.seconds < both.below.seconds);
        }
        let is_none = intervals.is_empty() && from.seconds >= below.seconds;
        Suitable { intervals, conflict: is_none.then_some((from, below)) }
    }

    /// Returns the interval to report: the one that contains the limit, or else the first.
    pub fn at(&self, limit: Option<f64>) -> Option<&Interval> {
        let has = |one: &&Interval| limit.is_some_and(|limit| one.has(limit));
        self.intervals.iter().find(has).or(self.intervals.first())
    }

    /// Returns whether a limit suits all submissions.
    pub fn has(&self, limit: f64) -> bool {
        self.intervals.iter().any(|interval| interval.has(limit))
    }

    pub(super) fn bounds(&self) -> impl Iterator<Item = Bound> {
        let conflict = self.conflict.iter().flat_map(|(from, below)| [*from, *below]);
        self.intervals.iter().flat_map(|one| [one.from, one.below]).chain(conflict)
    }

    /// Returns the first limit that is too long, in seconds.
    pub(super) fn first_below(&self) -> f64 {
        let of_intervals = self.intervals.iter().map(|one| one.below.seconds);
        let of_conflict = self.conflict.iter().map(|(_, below)| below.seconds);
        of_intervals.chain(of_conflict).fold(f64::INFINITY, f64::min)
    }
}

fn both(a: Interval, b: Interval) -> Interval {
    Interval { from: later(a.from, b.from), below: earlier(a.below, b.below) }
}

fn later(a: Bound, b: Bound) -> Bound {
    if b.seconds > a.seconds { b } else { a }
}

fn earlier(a: Bound, b: Bound) -> Bound {
    if b.seconds < a.seconds { b } else { a }
}
