//! What came of a submission in all: its verdict, what it earns, how that compares with what it was meant to get.

use std::sync::Arc;

use referee_checker::text::escape;

use super::Judge;
use super::same_failure::SameFailure;
use super::submission::Submission;
use crate::cases::CaseFile;
use crate::events::{Event, Judged, Met, NotJudged, Slowest, Submission as SubmissionEnd, Verdict};
use crate::fault::{Class, Fault};
use crate::package::{Expected, Got, Outcome};
use crate::programs::NotBuilt;

/// What came of a submission so far.
#[derive(Default)]
pub(super) struct SoFar {
    /// What came of each case, by position; nothing of those that were not run, or could not be judged.
    pub(super) outcomes: Vec<Option<Outcome>>,
    /// The positions and messages of the cases that were judged, in the order in which they were run.
    judged: Vec<(usize, Verdict, String)>,
    passed: Vec<usize>,
    pub(super) failed: Vec<usize>,
    /// How many cases could not be judged.
    judge_errors: usize,
    /// The positions of the cases on which the verdict differed between runs.
    unsteady: Vec<usize>,
    same_failure: SameFailure,
    does_not_compile: bool,
    /// Whether a run took as long as one must of a submission that is to be too slow.
    pub(super) is_slow: bool,
}

impl SoFar {
    /// Nothing yet of so many cases.
    pub(super) fn of(cases: usize) -> SoFar {
        SoFar { outcomes: vec![None; cases], ..SoFar::default() }
    }

    pub(super) fn add(&mut self, at: usize, judged: &Judged) {
        let verdict = judged.verdict;
        self.same_failure.add(judged);
        if judged.is_unsteady() {
            self.unsteady.push(at);
        }
        if verdict == Verdict::JudgeError {
            self.judge_errors += 1;
            return;
        }
        let is_accepted = verdict == Verdict::Accepted;
        if is_accepted {
            self.passed.push(at)
        } else {
            self.failed.push(at)
        }
        // What was accepted has nothing to say.
        let message = if is_accepted { String::new() } else { judged.message.to_string() };
        self.judged.push((at, verdict, message));
        self.outcomes[at] = Some(Outcome { verdict, score: judged.score });
    }

    /// How many cases were judged.
    pub(super) fn count(&self) -> usize {
        self.judged.len()
    }

    /// What came of them, with the names of the cases.
    pub(super) fn got<'a>(&'a self, cases: &'a [CaseFile]) -> Vec<Got<'a>> {
        if self.does_not_compile {
            return vec![Got { case: "", verdict: Verdict::CompileError, message: "" }];
        }
        let judged = self.judged.iter();
        let got = |(at, verdict, message): &'a (usize, Verdict, String)| Got {
            case: &cases[*at].name,
            verdict: *verdict,
            message,
        };
        judged.map(got).collect()
    }

    /// Whether it is known of each case that was run what it is worth.
    fn is_known(&self) -> bool {
        self.judge_errors == 0
    }

    /// Why a submission is not judged that was run.
    fn judge_errors_message(&self, met: Met) -> String {
        match (met, self.judge_errors) {
            (Met::NotJudged, 1) => "a case of it ended in a judge error".into(),
            (Met::NotJudged, count) => format!("{count} cases of it ended in a judge error"),
            _ => String::new(),
        }
    }
}

impl Judge<'_> {
    /// The end of a submission that could not be built.
    pub(super) fn not_built(&self, submission: &Submission, why: &NotBuilt) -> SubmissionEnd {
        match why {
            NotBuilt::NotJudged(fault) => {
                not_judged(&submission.name, submission.expected.as_deref(), fault)
            }
            NotBuilt::NotInstalled(program, fault) => {
                let (program, allowed) = (program.clone(), self.allow_missing_compilers);
                SubmissionEnd {
                    not_judged: Some(NotJudged::NotInstalled { program, allowed }),
                    ..not_judged(&submission.name, submission.expected.as_deref(), fault)
                }
            }
            NotBuilt::Refused(said) => {
                let so_far = SoFar { does_not_compile: true, ..SoFar::of(self.cases.len()) };
                match self.end(submission, &so_far, None) {
                    Ok(end) => SubmissionEnd { message: said.clone(), ..end },
                    Err(fault) => {
                        not_judged(&submission.name, submission.expected.as_deref(), &fault)
                    }
                }
            }
        }
    }

    /// The end of a submission that has passed some cases, given by position, with what that earns.
    fn with_points(&self, end: SubmissionEnd, passed: &[usize]) -> SubmissionEnd {
        let Some(scheme) = self.scheme else { return end };
        let groups = scheme.earned(passed.iter().copied());
        SubmissionEnd { points: Some(groups.iter().map(|group| group.points).sum()), groups, ..end }
    }

    /// The end of a submission that was judged. It comes after a fault if it could not be graded.
    pub(super) fn ended(
        &self,
        submission: &Submission,
        so_far: &SoFar,
        slowest: Option<Slowest>,
    ) -> Vec<Event> {
        self.end(submission, so_far, slowest).map_or_else(
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

    fn end(
        &self,
        submission: &Submission,
        so_far: &SoFar,
        slowest: Option<Slowest>,
    ) -> Result<SubmissionEnd, Fault> {
        let graded = match self.grader {
            Some(grader) if so_far.is_known() && !so_far.outcomes.is_empty() => {
                grader.grade(&so_far.outcomes, &|parts, flags| self.problem.grade(parts, flags))?
            }
            _ => Vec::new(),
        };
        let scores: Vec<(&str, f64)> =
            graded.iter().map(|group| (&*group.name, group.score)).collect();
        let got = so_far.got(self.cases);
        let first_failure = got.iter().find(|got| got.verdict != Verdict::Accepted);
        // A case that could not be judged may be the one that fails, or that some case must.
        let is_passed_so_far = !so_far.is_known() && first_failure.is_none();
        let met = match &submission.expected {
            _ if got.is_empty() || is_passed_so_far => Met::NotJudged,
            Some(expected) => match expected.compare(&got, &scores) {
                Met::NotCaught if !so_far.is_known() => Met::NotJudged,
                met => met,
            },
            None if first_failure.is_none() => Met::AsExpected,
            None => Met::NotPermitted,
        };
        let passed = got.first().filter(|_| !is_passed_so_far);
        let verdict = first_failure.or(passed).map(|got| got.verdict);
        let mut graded = graded.into_iter();
        let whole = graded.next();
        let end = SubmissionEnd {
            contestant: submission.name.clone(),
            verdict: whole.as_ref().and_then(|whole| whole.verdict).or(verdict),
            expected: submission.expected.as_deref().map(Expected::words),
            met,
            slowest,
            path: submission.path.clone(),
            message: so_far.judge_errors_message(met),
            not_judged: (met == Met::NotJudged).then_some(NotJudged::JudgeError),
            unsteady: so_far.unsteady.iter().map(|&at| self.cases[at].name.clone()).collect(),
            same_failure: so_far.same_failure.message(),
            student: None,
            points: None,
            groups: Vec::new(),
            score: whole.map(|whole| whole.score),
            test_groups: graded.collect(),
        };
        // Nobody knows what a case would have been worth that could not be judged.
        Ok(if so_far.is_known() { self.with_points(end, &so_far.passed) } else { end })
    }
}

/// The end of what was handed in and is no submission.
pub(super) fn no_submission(name: &Arc<str>, fault: &Fault) -> SubmissionEnd {
    let end = not_judged(name, None, fault);
    match fault.class {
        Class::BadInput => {
            let public = escape(fault.message.as_bytes());
            SubmissionEnd { not_judged: Some(NotJudged::NotAProgram { public }), ..end }
        }
        Class::Judge => end,
    }
}

/// The end of what could not be judged.
pub(super) fn not_judged(
    name: &Arc<str>,
    expected: Option<&Expected>,
    fault: &Fault,
) -> SubmissionEnd {
    SubmissionEnd {
        contestant: name.clone(),
        verdict: None,
        expected: expected.map(Expected::words),
        met: Met::NotJudged,
        slowest: None,
        path: None,
        message: fault.one_line(),
        not_judged: Some(NotJudged::JudgeError),
        unsteady: Vec::new(),
        same_failure: None,
        student: None,
        points: None,
        groups: Vec::new(),
        score: None,
        test_groups: Vec::new(),
    }
}
