//! Computes the results of a submission under all time limits at once, from runs under one long
//! limit.
//!
//! A run that needs 1.3 s is too slow under each shorter limit, and has its own verdict under all
//! others. So each run splits the limits at the time that it needs, and within each range of limits
//! judging continues as it would under one of them, by the same code: a case is run if it would be
//! under some limit.

use crate::inputs::{Judge, Policy, StopPolicy};
use crate::limit;
use crate::so_far::SoFar;
use referee_base::fault::Fault;
use referee_events::{JudgedCase, Reason};
use referee_intake::submission::Submission;
use referee_package::ExpectationResult;
use referee_problem::limits;

/// The results of a submission under all time limits.
pub struct LimitRanges<'a> {
    /// The judge that judges up to the first failure.
    judge: Judge<'a>,
    submission: &'a Submission,
    /// The ranges that make up all limits, in order.
    ranges: Vec<OpenRange>,
}

/// Limits under which all runs so far have the same verdicts.
#[derive(Clone)]
struct OpenRange {
    from: Edge,
    below: Edge,
    so_far: SoFar,
}

/// Where a range of limits begins or ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Edge {
    /// The time limit, in seconds: 0 before all, infinite after all.
    pub seconds: f64,
    /// The position of the case on which a run needs that time.
    pub case: Option<usize>,
}

/// Limits under which a submission compares in the same way with its expectations.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LimitRange {
    /// The shortest of the limits.
    pub from: Edge,
    /// The first limit after them.
    pub below: Edge,
    /// How the submission compares under them.
    pub met: ExpectationResult,
}

impl Edge {
    /// The end of all limits.
    pub const NEVER: Edge = Edge { seconds: f64::INFINITY, case: None };
    /// The beginning of all limits.
    pub const ZERO: Edge = Edge { seconds: 0.0, case: None };
}

impl LimitRange {
    /// Returns the range of all limits, if they make no difference.
    pub fn all(met: ExpectationResult) -> LimitRange {
        LimitRange { from: Edge::ZERO, below: Edge::NEVER, met }
    }
}

impl<'a> LimitRanges<'a> {
    /// Creates the ranges of a submission that has not been run yet.
    pub fn new(judge: &Judge<'a>, submission: &'a Submission) -> LimitRanges<'a> {
        let policy = Policy { mode: StopPolicy::FirstFailure, ..judge.policy.clone() };
        let judge = Judge { policy, ..judge.clone() };
        let mut so_far = SoFar::of(judge.inputs.cases.len());
        // Whether it is too slow only narrowly is found from its times.
        so_far.is_slow = true;
        let all = OpenRange { from: Edge::ZERO, below: Edge::NEVER, so_far };
        LimitRanges { judge, submission, ranges: vec![all] }
    }

    /// Returns whether the submission is run on another case, given by position, under some limit.
    pub(crate) fn is_run(&self, at: usize) -> bool {
        self.ranges.iter().any(|range| self.is_run_under(range, at))
    }

    fn is_run_under(&self, range: &OpenRange, at: usize) -> bool {
        self.judge.is_run(at, self.submission, &range.so_far)
    }

    /// Adds the result of a case, given by position.
    pub fn add(&mut self, at: usize, judged: &JudgedCase) {
        let edge = Edge { seconds: self.needs(judged), case: Some(at) };
        for range in std::mem::take(&mut self.ranges) {
            if !self.is_run_under(&range, at) {
                self.ranges.push(range);
                continue;
            }
            let OpenRange { from, below, so_far } = range;
            if edge.seconds > from.seconds {
                let below = if edge.seconds < below.seconds { edge } else { below };
                let mut so_far = so_far.clone();
                so_far.add(at, &too_slow(judged));
                self.ranges.push(OpenRange { from, below, so_far });
            }
            if edge.seconds < below.seconds {
                let from = if edge.seconds > from.seconds { edge } else { from };
                let mut so_far = so_far;
                so_far.add(at, judged);
                self.ranges.push(OpenRange { from, below, so_far });
            }
        }
    }

    /// Returns the shortest time limit, in seconds, under which a run is not stopped for its time;
    /// infinite if unknown.
    fn needs(&self, judged: &JudgedCase) -> f64 {
        match (judged.reason, judged.used) {
            (Reason::TimeLimit, _) => f64::INFINITY,
            (_, None) => 0.0,
            _ if limit::is_after_rejection(judged) => 0.0,
            (_, Some(used)) => used.cpu_seconds.max(limits::time_of_wall(used.free_seconds())),
        }
    }

    /// Returns how the submission compares with its expectations, under all limits.
    ///
    /// # Errors
    /// Its groups of cases cannot be graded.
    pub fn end(&self) -> Result<Vec<LimitRange>, Fault> {
        let mut ends: Vec<LimitRange> = Vec::new();
        for OpenRange { from, below, so_far } in &self.ranges {
            let met = self.judge.end(self.submission, so_far)?.met;
            match ends.last_mut().filter(|last| last.met == met) {
                Some(last) => last.below = *below,
                None => ends.push(LimitRange { from: *from, below: *below, met }),
            }
        }
        Ok(ends)
    }
}

/// Returns the judgement under a limit that is too short for the run.
fn too_slow(judged: &JudgedCase) -> JudgedCase {
    match judged.reason {
        Reason::JudgeError => judged.clone(),
        _ => JudgedCase::plain(&judged.contestant, &judged.case, Reason::TimeLimit, ""),
    }
}
