//! The final result of a submission: its verdict, its score, and whether it is as expected.

use std::sync::Arc;

use referee_checker::text::escape;

use crate::inputs::Judge;
use crate::so_far::SoFar;
use referee_base::fault::{Fault, FaultClass};
use referee_events::scoring::{Scores, ScoringScheme};
use referee_events::{BlockResult, CaseRange, Event, NotJudged, SubmissionResult as SubmissionEnd};
use referee_intake::submission::Submission;
use referee_package::{CaseVerdict, ExpectationResult, ExpectedVerdicts, Verdict};
use referee_programs::{NotBuilt, main_lines};

impl Judge<'_> {
    pub(crate) fn not_built(&self, submission: &Submission, why: &NotBuilt) -> SubmissionEnd {
        match why {
            NotBuilt::NotJudged(fault) => not_judged(submission, fault),
            NotBuilt::NotInstalled(program, fault) => {
                let (program, allowed) = (program.clone(), self.policy.allow_missing_compilers);
                SubmissionEnd {
                    not_judged: Some(NotJudged::NotInstalled { program, allowed }),
                    ..not_judged(submission, fault)
                }
            }
            NotBuilt::Refused(said) => {
                let mut so_far = SoFar::of(self.inputs.cases.len());
                so_far.does_not_compile = true;
                match self.end(submission, &so_far) {
                    Ok(end) => SubmissionEnd { message: main_lines(said), ..end },
                    Err(fault) => not_judged(submission, &fault),
                }
            }
        }
    }

    /// Returns the result of a submission that was judged, preceded by a fault if it could not be
    /// graded; or the result of its cases here, if other machines judge the others.
    pub(crate) fn ended(&self, submission: &Submission, so_far: &SoFar) -> Vec<Event> {
        if let Some(cases) = self.inputs.found.blocks.get(&submission.name) {
            return vec![Event::Block(self.block(submission, so_far, cases.clone()))];
        }
        match self.end(submission, so_far) {
            Ok(end) => vec![Event::Submission(end)],
            Err(fault) => {
                let message = format!("{}: {}", submission.name, fault.one_line());
                let fault = Fault::judge("its groups of cases could not be graded");
                let end = not_judged(submission, &fault);
                vec![Event::Fault { message }, Event::Submission(end)]
            }
        }
    }

    /// Returns the result of a submission, given the results of its cases so far.
    pub(crate) fn end(
        &self,
        submission: &Submission,
        so_far: &SoFar,
    ) -> Result<SubmissionEnd, Fault> {
        let scores = scores(self.inputs.scoring, so_far)?;
        Ok(self.end_with(submission, so_far, scores).0)
    }

    /// Returns the same, given its scores, and how each rule about what is expected compares.
    fn end_with(
        &self,
        submission: &Submission,
        so_far: &SoFar,
        scores: Scores,
    ) -> (SubmissionEnd, Vec<ExpectationResult>) {
        let got = so_far.got(|at| self.inputs.name(at));
        let rules = submission.expected.as_ref();
        let rules = rules.map(|expected| expected.compare_each(&got, scores.grades()));
        let start = SubmissionEnd {
            expected: submission.expected.as_deref().map(ExpectedVerdicts::words),
            path: submission.path.clone(),
            ..SubmissionEnd::unjudged(&submission.name)
        };
        let start = so_far.described(|at| &self.inputs.cases[at].name, start);
        let end = concluded(start, so_far, &got, scores, rules.as_deref());
        (end, rules.unwrap_or_default())
    }

    /// Returns the result of these cases of a submission.
    fn block(&self, submission: &Submission, so_far: &SoFar, cases: Vec<CaseRange>) -> BlockResult {
        // Points follow from all cases together.
        let (result, rules) = self.end_with(submission, so_far, Scores::None);
        BlockResult { cases, rules, result }
    }
}

/// Returns the scores of a submission; none if a case could not be judged, because its score is
/// unknown.
///
/// # Errors
/// Its groups of cases cannot be graded.
pub(crate) fn scores(scoring: Option<&dyn ScoringScheme>, so_far: &SoFar) -> Result<Scores, Fault> {
    match scoring {
        Some(scoring) if so_far.is_known() => scoring.grade(&so_far.outcomes),
        _ => Ok(Scores::None),
    }
}

/// Completes a result with everything that follows from the cases: the verdicts `got`, the scores,
/// and how each rule about what is expected compares with them, if there are rules.
pub(crate) fn concluded(
    start: SubmissionEnd,
    so_far: &SoFar,
    got: &[CaseVerdict],
    scores: Scores,
    rules: Option<&[ExpectationResult]>,
) -> SubmissionEnd {
    let of_groups = scores.grades().and_then(|grades| grades.whole.verdict);
    let verdict = of_groups.or(verdict(so_far, got));
    let met = met(so_far, got, verdict, rules);
    SubmissionEnd {
        verdict,
        met,
        message: so_far.judge_errors_message(met),
        not_judged: (met == ExpectationResult::NotJudged).then_some(NotJudged::JudgeError),
        scores,
        ..start
    }
}

/// Returns the first failure, or the first verdict if there is none. A submission without a failure
/// that has cases which could not be judged may still fail on these, so it has no verdict.
fn verdict(so_far: &SoFar, got: &[CaseVerdict]) -> Option<Verdict> {
    let first = got.first().filter(|_| so_far.is_known());
    first_failure(got).or(first).map(|got| got.verdict)
}

/// Compares the verdicts of the cases with what is expected of a submission, by its rules if it has
/// any, and otherwise by its own verdict, which its groups may make accepted in spite of a failure.
fn met(
    so_far: &SoFar,
    got: &[CaseVerdict],
    verdict: Option<Verdict>,
    rules: Option<&[ExpectationResult]>,
) -> ExpectationResult {
    let has_failed = first_failure(got).is_some();
    // A case that could not be judged may be the one that fails, or the one that is required to
    // fail.
    let is_passed_so_far = !so_far.is_known() && !has_failed;
    match rules {
        _ if got.is_empty() || is_passed_so_far => ExpectationResult::NotJudged,
        Some(rules) => match ExpectationResult::of_rules(rules) {
            ExpectationResult::NotCaught if !so_far.is_known() => ExpectationResult::NotJudged,
            met => met,
        },
        None if verdict == Some(Verdict::Accepted) => ExpectationResult::AsExpected,
        None => ExpectationResult::NotPermitted,
    }
}

fn first_failure<'a, 'g>(got: &'a [CaseVerdict<'g>]) -> Option<&'a CaseVerdict<'g>> {
    got.iter().find(|got| got.verdict != Verdict::Accepted)
}

/// Returns the result of an entry that is not a submission.
pub(crate) fn no_submission(name: &Arc<str>, fault: &Fault) -> SubmissionEnd {
    let not_judged = match fault.class {
        FaultClass::BadInput => NotJudged::NotAProgram { public: escape(fault.message.as_bytes()) },
        FaultClass::Judge => NotJudged::JudgeError,
    };
    let (message, not_judged) = (fault.one_line(), Some(not_judged));
    SubmissionEnd { message, not_judged, ..SubmissionEnd::unjudged(name) }
}

pub(crate) fn not_judged(submission: &Submission, fault: &Fault) -> SubmissionEnd {
    SubmissionEnd {
        expected: submission.expected.as_deref().map(ExpectedVerdicts::words),
        message: fault.one_line(),
        not_judged: Some(NotJudged::JudgeError),
        ..SubmissionEnd::unjudged(&submission.name)
    }
}
