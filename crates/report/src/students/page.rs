//! The content of a student's report, independent of its form.

use std::collections::HashMap;
use std::sync::Arc;

use super::seen::Seeing;
use referee_course::GradeScale;
use referee_events::{JudgedCase, Reason, Started, SubmissionResult};
use referee_package::is_sample;

/// The content of a student's report.
pub struct Page<'a> {
    /// The start of the run.
    pub started: &'a Started,
    /// The result of the student's submission.
    pub end: &'a SubmissionResult,
    /// The visible parts of its judgements.
    pub judged: &'a [JudgedCase],
    /// What the student may see.
    pub seeing: &'a Seeing,
    pub(super) details: usize,
    pub(super) scale: GradeScale,
}

pub(super) struct SeenCase<'a> {
    pub(super) case: &'a Arc<str>,
    pub(super) name: String,
    /// Its judgement, if it was run.
    pub(super) judged: Option<&'a JudgedCase>,
}

impl SeenCase<'_> {
    pub(super) fn has_failed(&self) -> bool {
        self.judged.is_some_and(|judged| judged.reason != Reason::Proved)
    }
}

impl<'a> Page<'a> {
    /// Returns all cases, samples first.
    pub(super) fn cases(&self) -> impl Iterator<Item = SeenCase<'a>> {
        let judged: HashMap<&str, &JudgedCase> =
            self.judged.iter().map(|judged| (&*judged.case, judged)).collect();
        let mut secret = 0;
        let mut cases: Vec<&Arc<str>> = self.started.cases.iter().collect();
        cases.sort_by_key(|case| !is_sample(case));
        let seeing = self.seeing;
        cases.into_iter().map(move |case| {
            secret += usize::from(!is_sample(case));
            let name = seeing.name_of(case, secret);
            SeenCase { case, name, judged: judged.get(&**case).copied() }
        })
    }
}
