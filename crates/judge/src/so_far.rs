//! The results of the cases of a submission so far.

use std::sync::Arc;

use crate::recheck::Rechecks;
use referee_events::{CHECKER, Crash, JudgedCase, Reason, STDERR, Slowest, SubmissionResult, Used};
use referee_package::{CaseGrade, CaseVerdict, ExpectationResult, Verdict};

#[derive(Clone, Default)]
pub(crate) struct SoFar {
    /// The outcome of each case, by position; none for cases that were not run or could not be
    /// judged.
    pub(crate) outcomes: Vec<Option<CaseGrade>>,
    /// The positions, verdicts and messages of the cases that were judged, in the order in which
    /// they were run.
    judged: Vec<(usize, Verdict, String)>,
    /// Whether a case was not accepted.
    pub(crate) has_failed: bool,
    /// The number of cases that could not be judged.
    judge_errors: usize,
    /// The positions of the cases on which the verdict differed between runs.
    unsteady: Vec<usize>,
    same_failure: SameFailure,
    pub(crate) does_not_compile: bool,
    /// The position of the case on which a run took most CPU time, and how long, in seconds.
    slowest: Option<(usize, f64)>,
    /// Whether a run took as long as a submission that must be too slow has to take.
    pub(crate) is_slow: bool,
    pub(crate) rechecks: Rechecks,
}

impl SoFar {
    /// Returns the state before the first of this many cases.
    pub(crate) fn of(cases: usize) -> SoFar {
        SoFar { outcomes: vec![None; cases], ..SoFar::default() }
    }

    /// Adds the result of a case, given by position.
    pub(crate) fn add(&mut self, at: usize, judged: &JudgedCase) {
        let verdict = judged.verdict;
        if let Some(Used { cpu_seconds, .. }) = judged.used
            && self.slowest.is_none_or(|(_, known)| known < cpu_seconds)
        {
            self.slowest = Some((at, cpu_seconds));
        }
        self.same_failure.add(judged);
        if judged.is_unsteady() {
            self.unsteady.push(at);
        }
        if verdict == Verdict::JudgeError {
            self.judge_errors += 1;
            return;
        }
        let is_accepted = verdict == Verdict::Accepted;
        self.has_failed |= !is_accepted;
        // An accepted case has no message.
        let message = if is_accepted { String::new() } else { said(judged) };
        self.judged.push((at, verdict, message));
        self.outcomes[at] = Some(CaseGrade { verdict, score: judged.score });
    }

    /// Returns how many cases were judged.
    pub(crate) fn count(&self) -> usize {
        self.judged.len()
    }

    /// Returns their verdicts; `name` is the name of a case, given by position.
    pub(crate) fn got<'a>(&'a self, name: impl Fn(usize) -> &'a str) -> Vec<CaseVerdict<'a>> {
        if self.does_not_compile {
            return vec![CaseVerdict { case: "", verdict: Verdict::CompileError, message: "" }];
        }
        let judged = self.judged.iter();
        let got = |(at, verdict, message): &'a (usize, Verdict, String)| CaseVerdict {
            case: name(*at),
            verdict: *verdict,
            message,
        };
        judged.map(got).collect()
    }

    /// Adds to a result what describes the runs; `name` is the name of a case, given by position.
    pub(crate) fn described<'a>(
        &self,
        name: impl Fn(usize) -> &'a Arc<str>,
        result: SubmissionResult,
    ) -> SubmissionResult {
        let slowest =
            |(at, cpu_seconds): (usize, f64)| Slowest { case: Arc::clone(name(at)), cpu_seconds };
        SubmissionResult {
            slowest: self.slowest.map(slowest),
            unsteady: self.unsteady.iter().map(|&at| Arc::clone(name(at))).collect(),
            same_failure: match &self.same_failure {
                SameFailure::Same(end) => Some(end.clone()),
                SameFailure::NoRun | SameFailure::Differs => None,
            },
            ..result
        }
    }

    /// Returns whether the outcome of each case that was run is known.
    pub(crate) fn is_known(&self) -> bool {
        self.judge_errors == 0
    }

    /// Returns why a submission that was run could not be judged.
    pub(crate) fn judge_errors_message(&self, met: ExpectationResult) -> String {
        match (met, self.judge_errors) {
            (ExpectationResult::NotJudged, 1) => "one of its cases ended in a judge error".into(),
            (ExpectationResult::NotJudged, count) => {
                format!("{count} of its cases ended in a judge error")
            }
            _ => String::new(),
        }
    }
}

/// Returns the message of a judgement, and each line that its checker has said.
fn said(judged: &JudgedCase) -> String {
    let lines = judged.facts.iter().filter(|fact| fact.label == CHECKER);
    let lines = lines.map(|fact| &*fact.text).filter(|line| **line != *judged.message);
    [&*judged.message].into_iter().chain(lines).collect::<Vec<_>>().join("\n")
}

/// The common end of the runs so far. If all runs end in the same run-time error, the cause may be
/// the environment, such as a missing library, and not what the submission is meant to show.
#[derive(Clone, Default)]
enum SameFailure {
    #[default]
    NoRun,
    /// All runs ended in this way.
    Same(String),
    Differs,
}

impl SameFailure {
    fn add(&mut self, judged: &JudgedCase) {
        let end = end_of(judged);
        let is_same = match (&*self, &end) {
            (SameFailure::NoRun, Some(_)) => true,
            (SameFailure::Same(before), Some(end)) => before == end,
            _ => false,
        };
        *self = end.filter(|_| is_same).map_or(SameFailure::Differs, SameFailure::Same);
    }
}

/// Describes a run-time error: the exit code or the signal, and the exception, or the last line of
/// standard error if no exception is known.
fn end_of(judged: &JudgedCase) -> Option<String> {
    if judged.reason != Reason::RunTimeError || judged.is_unsteady() {
        return None;
    }
    let stderr = judged.facts.iter().find(|fact| fact.label == STDERR);
    let named = stderr.and_then(|fact| {
        let exception = Crash::read(&fact.text).map(|crash| crash.headline());
        exception.or_else(|| Some(fact.text.lines().last()?.to_string()))
    });
    Some(match named {
        Some(line) => format!("{}: {line}", judged.message),
        None => judged.message.to_string(),
    })
}
