//! Decides on which cases a submission is run, and in which order.
//!
//! Where judging stops at the first failure, the cases that are most likely to fail run first: after the samples, which are quick and which
//! all contestants read, those on which wrong programs fail soonest, as `referee suite` has learned, and then those on which most runs
//! failed before. Only what was known before the command counts, so that the order, and with it the verdict of a submission with several
//! faults, does not depend on threads.

use super::inputs::{Judge, StopPolicy};
use super::prepared::{CaseCache, Prepare};
use super::record::learned::LearnedCase;
use super::so_far::SoFar;
use super::submission::Submission;
use crate::cases::CaseFile;
use crate::events::ExpectationResult;
use referee_base::fault::Fault;
use referee_package::expected::TimeBound;
use referee_package::is_sample;

/// Returns the positions of the cases in the order in which they are run.
pub(super) fn of(judge: &Judge, cases: &CaseCache) -> Vec<usize> {
    let Judge { inputs, policy, services } = judge;
    let is_given = inputs.scoring.is_some_and(|scoring| scoring.is_sequential());
    if is_given || policy.mode != StopPolicy::FirstFailure {
        return (0..inputs.cases.len()).collect();
    }
    if services.plain_order {
        return likeliest_first(inputs.cases, &vec![None; inputs.cases.len()], |_| 0);
    }
    let caught = |case: &str| services.record.map_or(0, |record| record.caught(case));
    likeliest_first(inputs.cases, &ranks(judge, cases), caught)
}

/// Returns the place of each case among those that were learned; none for those that were not, or have changed since.
fn ranks(judge: &Judge, cases: &CaseCache) -> Vec<Option<usize>> {
    let files = judge.inputs.cases;
    let mut ranks = vec![None; files.len()];
    let learned = judge.services.record.map_or(&[][..], |record| record.learned());
    for (rank, learned) in learned.iter().enumerate() {
        let at = files.iter().position(|file| *file.name == *learned.name());
        let is_same =
            |at: &usize| cases.content(*at, judge).is_some_and(|content| learned.had(content));
        if let Some(at) = at.filter(is_same) {
            ranks[at] = Some(rank);
        }
    }
    ranks
}

/// Orders cases by what is known of them: their places among those that were learned, and how many runs of each failed.
fn likeliest_first(
    cases: &[CaseFile],
    ranks: &[Option<usize>],
    caught: impl Fn(&str) -> usize,
) -> Vec<usize> {
    let mut order: Vec<usize> = (0..cases.len()).collect();
    // The sort is stable: ties stay in the order of names.
    order.sort_by_cached_key(|&at| {
        let name = &*cases[at].name;
        match is_sample(name) {
            true => (0, 0, 0),
            false => (1, ranks[at].unwrap_or(usize::MAX), usize::MAX - caught(name)),
        }
    });
    order
}

impl Judge<'_> {
    /// Keeps in the record the cases on which wrong programs fail soonest, given by position in that order: later runs that stop at
    /// the first failure begin with them.
    ///
    /// # Errors
    /// A case cannot be read, or the record cannot be written.
    pub fn learn_order(&self, order: &[usize]) -> Result<(), Fault> {
        let Some(record) = self.services.record else { return Ok(()) };
        let learned = order.iter().map(|&at| {
            let content = self.digest(&self.open(at)?)?;
            Ok(LearnedCase::new(&self.inputs.cases[at].name, &content))
        });
        record.learn(&learned.collect::<Result<Vec<_>, Fault>>()?)
    }

    /// Returns whether a case may have to be run though one before it is skipped. If not, judging is over as soon as one case is skipped.
    pub(super) fn cases_differ(&self) -> bool {
        matches!(self.policy.mode, StopPolicy::Timing | StopPolicy::Measuring)
            || self.inputs.scoring.is_some()
    }

    /// Returns whether a submission is run on another case, given by position.
    pub(super) fn is_run(&self, case: usize, submission: &Submission, so_far: &SoFar) -> bool {
        let expected = submission.expected.as_ref();
        match (self.policy.mode, self.inputs.scoring) {
            // Where limits are measured, the limits decide: `LimitRanges::is_run`.
            (StopPolicy::All | StopPolicy::Measuring, _) => true,
            (StopPolicy::FirstFailureInOrder, _) => !so_far.has_failed,
            (StopPolicy::Timing | StopPolicy::FirstFailure, Some(scoring)) => {
                scoring.matters(case, &so_far.outcomes)
            }
            (StopPolicy::Timing, None) => expected.is_some_and(|expected| {
                let is_wrong = || {
                    let got = so_far.got(|at| self.inputs.name(at));
                    expected.compare(&got, None) == ExpectationResult::NotPermitted
                };
                expected.bounds_time_on(&self.inputs.cases[case].name, TimeBound::Lower)
                    && !(so_far.has_failed && is_wrong())
            }),
            (StopPolicy::FirstFailure, None) if !so_far.has_failed => true,
            // The expected verdict may still come.
            (StopPolicy::FirstFailure, None) => expected.is_some_and(|expected| {
                match expected.compare(&so_far.got(|at| self.inputs.name(at)), None) {
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
