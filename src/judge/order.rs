//! Decides on which cases a submission is run, and in which order.
//!
//! Where judging stops at the first failure, the cases that are most likely to fail run first: after the samples, which are quick and which
//! all contestants read, the cases on which most runs failed before. Only runs from before the command count, so that the order, and
//! with it the verdict of a submission with several faults, does not depend on threads.

use super::inputs::{Judge, StopPolicy};
use super::so_far::SoFar;
use super::submission::Submission;
use crate::cases::CaseFile;
use crate::events::ExpectationResult;
use referee_package::SAMPLE;
use referee_package::expected::TimeBound;

/// Returns the positions of the cases in the order in which they are run; `caught` gives how many runs of a case failed before.
pub(super) fn of(
    cases: &[CaseFile],
    mode: StopPolicy,
    caught: impl Fn(&str) -> usize,
) -> Vec<usize> {
    let mut order: Vec<usize> = (0..cases.len()).collect();
    if mode == StopPolicy::FirstFailure {
        let is_sample = |name: &str| name.split('/').next() == Some(SAMPLE);
        // The sort is stable: ties stay in the order of names.
        order.sort_by_cached_key(|&at| {
            let name = &*cases[at].name;
            match is_sample(name) {
                true => (0, 0),
                false => (1, usize::MAX - caught(name)),
            }
        });
    }
    order
}

impl Judge<'_> {
    /// Returns whether a case may have to be run though one before it is skipped. If not, judging is over as soon as one case is skipped.
    pub(super) fn cases_differ(&self) -> bool {
        self.policy.mode == StopPolicy::Timing || self.inputs.scoring.is_some()
    }

    /// Returns whether a submission is run on another case, given by position.
    pub(super) fn is_run(&self, case: usize, submission: &Submission, so_far: &SoFar) -> bool {
        let expected = submission.expected.as_ref();
        match (self.policy.mode, self.inputs.scoring) {
            (StopPolicy::All, _) => true,
            (StopPolicy::Timing | StopPolicy::FirstFailure, Some(scoring)) => {
                scoring.matters(case, &so_far.outcomes)
            }
            (StopPolicy::Timing, None) => expected.is_some_and(|expected| {
                let is_wrong = || {
                    let got = so_far.got(self.inputs.cases);
                    expected.compare(&got, None) == ExpectationResult::NotPermitted
                };
                expected.bounds_time_on(&self.inputs.cases[case].name, TimeBound::Lower)
                    && !(so_far.has_failed && is_wrong())
            }),
            (StopPolicy::FirstFailure, None) if !so_far.has_failed => true,
            // The expected verdict may still come.
            (StopPolicy::FirstFailure, None) => expected.is_some_and(|expected| {
                match expected.compare(&so_far.got(self.inputs.cases), None) {
                    ExpectationResult::NotCaught => true,
                    ExpectationResult::AsExpected => {
                        submission.must_be_slow(None) && !so_far.is_slow
                    }
                    ExpectationResult::NotPermitted | ExpectationResult::NotJudged => false,
                }
            }),
        }
    }
}
