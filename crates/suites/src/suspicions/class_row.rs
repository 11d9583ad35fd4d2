//! The facts about a submission from which suspicions follow.

use std::sync::Arc;

use referee_events::{Reason, Untouched, Verdict};

use super::{Suspicion, SuspicionKind};

/// A judged submission.
#[derive(Debug, Clone)]
pub(super) struct ClassRow {
    pub(super) name: Arc<str>,
    pub(super) again: Vec<String>,
    pub(super) language: Option<Arc<str>>,
    pub(super) verdict: Option<Verdict>,
    /// The CPU time of its slowest case, in seconds.
    pub(super) seconds: Option<f64>,
    pub(super) untouched: Option<Untouched>,
    /// The number of cases on which it was run, and of those it failed.
    pub(super) run: usize,
    pub(super) failed: usize,
    /// The first failures.
    pub(super) failures: Vec<CaseFailure>,
    /// The first case on which it exceeds the time limit by a little.
    pub(super) just_too_slow: Option<usize>,
}

/// A failure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CaseFailure {
    /// The position of the case.
    pub(super) case: usize,
    pub(super) reason: Reason,
    /// A digest of the output, if known.
    pub(super) output: Option<u64>,
}

/// Returns a suspicion about these submissions; `None` if there are none.
pub(super) fn about<'a>(
    kind: SuspicionKind,
    rows: impl IntoIterator<Item = &'a ClassRow>,
) -> Option<Suspicion> {
    let mut rows = rows.into_iter().peekable();
    let again = rows.peek()?.again.clone();
    Some(Suspicion { kind, submissions: rows.map(|row| Arc::clone(&row.name)).collect(), again })
}
