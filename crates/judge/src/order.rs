//! Decides on which cases a submission is run. They are run in the order of their names, whatever
//! is known of them, because the order decides which failure of a submission with several faults
//! becomes its verdict.
//!
//! Only for mutants, which are merely killed or not, the cases on which wrong programs fail soonest
//! come first, as `referee strength` has learned.

use std::collections::{HashMap, HashSet};

use crate::inputs::{Judge, StopPolicy};
use crate::prepared::Prepare;
use crate::record::learned::LearnedCase;
use crate::so_far::SoFar;
use referee_base::fault::Fault;
use referee_events::ExpectationResult;
use referee_intake::submission::Submission;
use referee_package::expected::LimitBound;

impl Judge<'_> {
    /// Returns the positions of the cases: first those on which wrong programs fail soonest, as far
    /// as this was learned and they have not changed since, then the others by name.
    pub fn likeliest_first(&self) -> Vec<usize> {
        let cases = self.inputs.cases;
        let learned = self.services.record.map_or(&[][..], |record| &record.learned);
        // The order may have come with the problem, and name a case any number of times.
        let named = cases.iter().enumerate().map(|(at, case)| (&*case.name, at));
        let mut places: HashMap<&str, usize> = named.collect();
        let place = |learned: &LearnedCase| {
            let at = places.remove(learned.name())?;
            let content = self.open(at).and_then(|opened| self.case_key(&opened)).ok()?;
            learned.had(&content.dependencies.number()).then_some(at)
        };
        let likeliest = learned.iter().filter_map(place);
        let mut placed = HashSet::new();
        likeliest.chain(0..cases.len()).filter(|&at| placed.insert(at)).collect()
    }

    /// Records the cases on which wrong programs fail soonest, given by position in that order.
    ///
    /// # Errors
    /// A case cannot be read, or the record cannot be written.
    pub fn learn_order(&self, order: &[usize]) -> Result<(), Fault> {
        let Some(record) = self.services.record else { return Ok(()) };
        let learned = order.iter().map(|&at| {
            let content = self.case_key(&self.open(at)?)?.dependencies.number();
            Ok(LearnedCase::new(&self.inputs.cases[at].name, &content))
        });
        record.learn(&learned.collect::<Result<Vec<_>, Fault>>()?)
    }

    /// Returns whether a case may have to be run although an earlier one is skipped. If not,
    /// judging ends as soon as a case is skipped.
    pub(crate) fn cases_differ(&self) -> bool {
        matches!(self.policy.mode, StopPolicy::Timing | StopPolicy::Measuring)
            || self.inputs.scoring.is_some()
    }

    /// Returns whether a submission is run on another case, given by position.
    pub(crate) fn is_run(&self, case: usize, submission: &Submission, so_far: &SoFar) -> bool {
        let expected = submission.expected.as_ref();
        match (self.policy.mode, self.inputs.scoring) {
            // When limits are measured, they decide: `LimitRanges::is_run`.
            (StopPolicy::All | StopPolicy::Measuring, _) => true,
            (StopPolicy::Timing | StopPolicy::FirstFailure, Some(scoring)) => {
                scoring.matters(case, &so_far.outcomes)
            }
            (StopPolicy::Timing, None) => expected.is_some_and(|expected| {
                let is_wrong = || {
                    let got = so_far.got(|at| self.inputs.name(at));
                    expected.compare(&got, None) == ExpectationResult::NotPermitted
                };
                expected.bounds_time_on(&self.inputs.cases[case].name, LimitBound::Lower)
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
