//! A submission as far as suspicions need it.

use std::sync::Arc;

use referee_events::{Reason, Untouched, Verdict};

use super::{Suspicion, SuspicionKind};

/// A submission that was judged.
#[derive(Debug, Clone)]
pub(super) struct ClassRow {
    pub(super) name: Arc<str>,
    pub(super) again: Vec<String>,
    pub(super) language: Option<Arc<str>>,
    pub(super) verdict: Option<Verdict>,
    /// The most CPU time that a case took, in seconds.
    pub(super) seconds: Option<f64>,
    pub(super) untouched: Option<Untouched>,
    /// The number of cases that it was run on, and that it failed.
    pub(super) run: usize,
    pub(super) failed: usize,
    /// The first failures.
    pub(super) failures: Vec<CaseFailure>,
    /// The first case on which it exceeds the time limit by little.
    pub(super) just_too_slow: Option<usize>,
}

/// A failure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CaseFailure {
    /// The position of the case.
    pub(super) case: usize,
    pub(super) reason: Reason,
    /// What stands for the output, where that is known.
    pub(super) output: Option<u64>,
}

/// Returns a suspicion about some submissions, if there are any.
pub(super) fn about<'a>(
    kind: SuspicionKind,
    rows: impl IntoIterator<Item = &'a ClassRow>,
) -> Option<Suspicion> {
    let mut rows = rows.into_iter().peekable();
    let again = rows.peek()?.again.clone();
    Some(Suspicion { kind, submissions: rows.map(|row| Arc::clone(&row.name)).collect(), again })
}
