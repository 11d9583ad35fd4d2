//! The content of a student's report, independent of its form.

use std::collections::HashMap;
use std::sync::Arc;

use super::seen::Seeing;
use crate::events::{JudgedCase, Started, SubmissionResult, Verdict};
use referee_package::is_sample;

/// The content of a student's report.
pub(super) struct Page<'a> {
    pub(super) started: &'a Started,
    pub(super) end: &'a SubmissionResult,
    pub(super) judged: &'a [JudgedCase],
    pub(super) seeing: &'a Seeing,
    pub(super) details: usize,
}

impl Page<'_> {
    /// Returns all cases, samples first, with their names for students, and their judgements where they were run.
    pub(super) fn cases(&self) -> impl Iterator<Item = (&Arc<str>, String, Option<&JudgedCase>)> {
        let judged: HashMap<&str, &JudgedCase> =
            self.judged.iter().map(|judged| (&*judged.case, judged)).collect();
        let mut secret = 0;
        let mut cases: Vec<&Arc<str>> = self.started.cases.iter().collect();
        cases.sort_by_key(|case| !is_sample(case));
        cases.into_iter().map(move |case| {
            secret += usize::from(!is_sample(case));
            (case, self.seeing.name_of(case, secret), judged.get(&**case).copied())
        })
    }

    /// Returns whether a case could not be judged.
    pub(super) fn has_judge_error(&self) -> bool {
        self.judged.iter().any(|judged| judged.verdict == Verdict::JudgeError)
    }
}
