//! How the judging of a submission ends.

use std::sync::Arc;

use super::expected::Expected;
use super::submission::Submission;
use crate::events::{Met, Slowest, Submission as SubmissionEnd, Verdict};
use crate::fault::Fault;

/// The end of a submission that was judged.
pub(super) fn ended(
    submission: &Submission,
    verdicts: &[Verdict],
    slowest: Option<Slowest>,
) -> SubmissionEnd {
    let is_verdict = |verdict: &&Verdict| **verdict != Verdict::JudgeError;
    let got: Vec<Verdict> = verdicts.iter().filter(is_verdict).copied().collect();
    let met = match submission.expected {
        _ if got.is_empty() => Met::NotJudged,
        Some(expected) => expected.compare(&got),
        None if got.iter().all(|&verdict| verdict == Verdict::Accepted) => Met::AsExpected,
        None => Met::NotPermitted,
    };
    let first_failure = got.iter().find(|&&verdict| verdict != Verdict::Accepted);
    SubmissionEnd {
        contestant: submission.name.clone(),
        verdict: first_failure.or(got.first()).copied(),
        expected: submission.expected.map(Expected::words),
        met,
        slowest,
        path: submission.path.clone(),
        message: String::new(),
        student: None,
        points: None,
        groups: Vec::new(),
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
        student: None,
        points: None,
        groups: Vec::new(),
    }
}
