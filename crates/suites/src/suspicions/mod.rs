//! Suspicions about a class: results that say more about the problem, its limits or this machine
//! than about the students.
//!
//! They follow from the events of a run, and from nothing else. Only submissions without an
//! expected result count: students' programs, not those written by a jury to fail. A suspicion is a
//! question, never a verdict.

mod cases;
mod collect;
mod languages;

use std::sync::Arc;

use referee_events::{Reason, Untouched, Verdict};
use serde::Serialize;

pub use collect::SuspicionCollector;

/// The minimum number of submissions for a suspicion.
const MANY: usize = 3;

/// The minimum number of submissions in a class.
const CLASS: usize = 5;

/// What looks odd, for which submissions, and how to investigate it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Suspicion {
    /// What looks odd.
    #[serde(flatten)]
    pub kind: SuspicionKind,
    /// The submissions concerned, in the order of the run.
    pub submissions: Vec<Arc<str>>,
    /// The words that select the first of them, after the command that judges it again.
    #[serde(skip)]
    pub again: Vec<String>,
}

/// What looks odd.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "suspicion", rename_all = "kebab-case", rename_all_fields = "snake_case")]
pub enum SuspicionKind {
    /// Nearly all submissions that pass the rest fail one case.
    OneCase {
        /// The case.
        case: Arc<str>,
        /// The number of submissions that pass the rest, whether they fail this case or not.
        pass_the_rest: usize,
        /// How many of those that fail it wrote the most frequent output; 0 if no two wrote the
        /// same.
        equal_outputs: usize,
        /// Whether all other cases were run.
        is_rest_run: bool,
        /// Whether none of them fails another case; otherwise, at most one in ten.
        is_only: bool,
    },
    /// Many submissions exceed the time limit by a little.
    JustTooSlow {
        /// The case on which the first of them does.
        case: Arc<str>,
        /// The time limit, in seconds.
        limit_seconds: f64,
    },
    /// All submissions in a language fail in the same way.
    LanguageFails {
        /// The title of the language.
        language: Arc<str>,
        /// The verdict.
        verdict: Verdict,
    },
    /// All otherwise right submissions in a language are too slow, and those in another one are
    /// not.
    LanguageTooSlow {
        /// The title of the language.
        language: Arc<str>,
        /// The title of the other language.
        other: Arc<str>,
        /// The number of accepted submissions in the other language.
        accepted: usize,
    },
    /// All accepted submissions in a language are much slower than all in one that is usually as
    /// fast.
    SlowerThanTwin {
        /// The title of the language.
        language: Arc<str>,
        /// The title of the other language.
        twin: Arc<str>,
        /// The time of the fastest submission in the language on its slowest case, in seconds.
        seconds: f64,
        /// The time of the slowest submission in the other language, in seconds.
        twin_seconds: f64,
    },
    /// The hand-in is empty, or the code given to students.
    Untouched {
        /// Which of the two.
        content: Untouched,
    },
    /// No submission fails some cases, although all were run on all cases.
    NobodyFails {
        /// The cases.
        cases: Vec<Arc<str>>,
    },
}

impl Suspicion {
    /// Returns the case to look at, if there is one.
    pub fn case(&self) -> Option<&Arc<str>> {
        match &self.kind {
            SuspicionKind::OneCase { case, .. } | SuspicionKind::JustTooSlow { case, .. } => {
                Some(case)
            }
            SuspicionKind::NobodyFails { cases } => cases.first(),
            _ => None,
        }
    }
}

/// The facts about a submission from which suspicions follow.
#[derive(Debug, Clone, Default)]
struct ClassRow {
    name: Arc<str>,
    again: Vec<String>,
    language: Option<Arc<str>>,
    verdict: Option<Verdict>,
    /// The CPU time of its slowest case, in seconds.
    seconds: Option<f64>,
    untouched: Option<Untouched>,
    /// The number of cases on which it was run, and of those it failed.
    run: usize,
    failed: usize,
    failures: Vec<CaseFailure>,
    /// The first case on which it exceeds the time limit by a little.
    just_too_slow: Option<usize>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct CaseFailure {
    case: usize,
    reason: Reason,
    /// A digest of the output, if known.
    output: Option<u64>,
}

/// Returns a suspicion about these submissions; `None` if there are none.
fn about<'a>(
    kind: SuspicionKind,
    rows: impl IntoIterator<Item = &'a ClassRow>,
) -> Option<Suspicion> {
    let mut rows = rows.into_iter().peekable();
    let again = rows.peek()?.again.clone();
    Some(Suspicion { kind, submissions: rows.map(|row| Arc::clone(&row.name)).collect(), again })
}

#[cfg(test)]
mod tests;
