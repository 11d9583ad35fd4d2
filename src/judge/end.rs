//! The final result of a submission: its verdict, its score, and whether it meets what is expected.

use std::sync::Arc;

use referee_checker::text::escape;

use super::inputs::Judge;
use super::so_far::SoFar;
use super::submission::Submission;
use crate::events::{Event, NotJudged, SubmissionResult as SubmissionEnd};
use crate::programs::{NotBuilt, main_lines};
use crate::scoring::Scores;
use referee_base::fault::{Fault, FaultClass};
use referee_package::{CaseVerdict, ExpectationResult, ExpectedVerdicts, Verdict};

impl Judge<'_> {
    /// Returns the result of a submission that could not be built.
    pub(super) fn not_built(&self, submission: &Submission, why: &NotBuilt) -> SubmissionEnd {
        match why {
            NotBuilt::NotJudged(fault) => {
                not_judged(&submission.name, submission.expected.as_deref(), fault)
            }
            NotBuilt::NotInstalled(program, fault) => {
                let (program, allowed) = (program.clone(), self.policy.allow_missing_compilers);
                SubmissionEnd {
                    not_judged: Some(NotJudged::NotInstalled { program, allowed }),
                    ..not_judged(&submission.name, submission.expected.as_deref(), fault)
                }
            }
            NotBuilt::Refused(said) => {
                let so_far = SoFar::of_not_compiled(self.inputs.cases.len());
                match self.end(submission, &so_far) {
                    Ok(end) => SubmissionEnd { message: main_lines(said), ..end },
                    Err(fault) => {
                        not_judged(&submission.name, submission.expected.as_deref(), &fault)
                    }
                }
            }
        }
    }

    /// Returns the result of a submission that was judged, preceded by a fault if it could not be graded.
    pub(super) fn ended(&self, submission: &Submission, so_far: &SoFar) -> Vec<Event> {
        self.end(submission, so_far).map_or_else(
            |fault| {
                let message = format!("{}: {}", submission.name, fault.one_line());
                let expected = submission.expected.as_deref();
                let fault = Fault::judge("its groups of cases could not be graded");
                let end = not_judged(&submission.name, expected, &fault);
                vec![Event::Fault { message }, Event::Submission(end)]
            },
            |end| vec![Event::Submission(end)],
        )
    }

    /// Returns the result of a submission whose results so far are these.
    ///
    /// # Errors
    /// Its groups of cases cannot be graded.
    pub(super) fn end(
        &self,
        submission: &Submission,
        so_far: &SoFar,
    ) -> Result<SubmissionEnd, Fault> {
        let scores = match self.inputs.scoring {
            Some(scoring) if so_far.is_known() => scoring.grade(&so_far.outcomes)?,
            // A case that could not be judged has no known score.
            _ => Scores::None,
        };
        let cases = self.inputs.cases;
        let got = so_far.got(cases);
        let met = met(submission, so_far, &got, &scores);
        let unsteady = so_far.unsteady.iter().map(|&at| cases[at].name.clone());
        Ok(SubmissionEnd {
            contestant: submission.name.clone(),
            verdict: scores
                .grades()
                .and_then(|grades| grades.whole.verdict)
                .or(verdict(so_far, &got)),
            expected: submission.expected.as_deref().map(ExpectedVerdicts::words),
            met,
            slowest: so_far.slowest(cases),
            path: submission.path.clone(),
            again: Vec::new(),
            message: so_far.judge_errors_message(met),
            not_judged: (met == ExpectationResult::NotJudged).then_some(NotJudged::JudgeError),
            unsteady: unsteady.collect(),
            same_failure: so_far.same_failure.message(),
            student: None,
            program: None,
            lateness: None,
            scores,
        })
    }
}

/// Returns the first failure. A submission without one that has cases that could not be judged may still fail on these, so it has no
/// verdict.
fn verdict(so_far: &SoFar, got: &[CaseVerdict]) -> Option<Verdict> {
    let first = got.first().filter(|_| so_far.is_known());
    first_failure(got).or(first).map(|got| got.verdict)
}

/// Compares the verdicts of the cases with what is expected of a submission.
fn met(
    submission: &Submission,
    so_far: &SoFar,
    got: &[CaseVerdict],
    scores: &Scores,
) -> ExpectationResult {
    let has_failed = first_failure(got).is_some();
    // A case that could not be judged may be the one that fails, or the one that is required to fail.
    let is_passed_so_far = !so_far.is_known() && !has_failed;
    match &submission.expected {
        _ if got.is_empty() || is_passed_so_far => ExpectationResult::NotJudged,
        Some(expected) => match expected.compare(got, scores.grades()) {
            ExpectationResult::NotCaught if !so_far.is_known() => ExpectationResult::NotJudged,
            met => met,
        },
        None if has_failed => ExpectationResult::NotPermitted,
        None => ExpectationResult::AsExpected,
    }
}

fn first_failure<'a, 'g>(got: &'a [CaseVerdict<'g>]) -> Option<&'a CaseVerdict<'g>> {
    got.iter().find(|got| got.verdict != Verdict::Accepted)
}

/// Returns the result of an entry that is no submission.
pub(super) fn no_submission(name: &Arc<str>, fault: &Fault) -> SubmissionEnd {
    let end = not_judged(name, None, fault);
    match fault.class {
        FaultClass::BadInput => {
            let public = escape(fault.message.as_bytes());
            SubmissionEnd { not_judged: Some(NotJudged::NotAProgram { public }), ..end }
        }
        FaultClass::Judge => end,
    }
}

/// Returns the result of a submission that could not be judged.
pub(super) fn not_judged(
    name: &Arc<str>,
    expected: Option<&ExpectedVerdicts>,
    fault: &Fault,
) -> SubmissionEnd {
    SubmissionEnd {
        contestant: name.clone(),
        verdict: None,
        expected: expected.map(ExpectedVerdicts::words),
        met: ExpectationResult::NotJudged,
        slowest: None,
        path: None,
        again: Vec::new(),
        message: fault.one_line(),
        not_judged: Some(NotJudged::JudgeError),
        unsteady: Vec::new(),
        same_failure: None,
        student: None,
        program: None,
        lateness: None,
        scores: Scores::None,
    }
}
