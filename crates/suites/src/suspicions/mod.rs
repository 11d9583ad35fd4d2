//! Suspicions about a class: results that say more about the problem, its limits or this machine than about those who handed in.
//!
//! They follow from the events of a run, and from nothing else. Only submissions of which nothing is expected count: students' programs,
//! not those that a jury has written to fail. A suspicion is a question, never a verdict.

mod cases;
mod class_row;
mod collect;
mod languages;

use std::sync::Arc;

use referee_events::{Untouched, Verdict};
use serde::Serialize;

pub use collect::SuspicionCollector;

/// How many submissions a suspicion needs.
const MANY: usize = 3;

/// How many submissions a class has, at least.
const CLASS: usize = 5;

/// What looks odd, about whom, and how to look into it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Suspicion {
    /// What looks odd.
    #[serde(flatten)]
    pub kind: SuspicionKind,
    /// The submissions that it is about, in the order of the run.
    pub submissions: Vec<Arc<str>>,
    /// The words that select the first of them, after the command that judges again.
    #[serde(skip)]
    pub again: Vec<String>,
}

/// What looks odd.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "suspicion", rename_all = "kebab-case", rename_all_fields = "snake_case")]
pub enum SuspicionKind {
    /// Nearly all that pass the rest fail one case.
    OneCase {
        /// The case.
        case: Arc<str>,
        /// How many pass the rest, whether they fail this case or not.
        pass_the_rest: usize,
        /// How many of those that fail it wrote the most frequent output; 0 if no two wrote the same.
        equal_outputs: usize,
        /// Whether all other cases were run.
        is_rest_run: bool,
        /// Whether none of them fails another case; otherwise one of ten at most.
        is_only: bool,
    },
    /// Many submissions exceed the time limit by little.
    JustTooSlow {
        /// The case on which the first of them does.
        case: Arc<str>,
        /// The time limit, in seconds.
        limit_seconds: f64,
    },
    /// All submissions in a language fail in the same way.
    LanguageFails {
        /// The language, as people call it.
        language: Arc<str>,
        /// How they fail.
        verdict: Verdict,
    },
    /// All submissions in a language that are right otherwise are too slow, and those in another one are not.
    LanguageTooSlow {
        /// The language, as people call it.
        language: Arc<str>,
        /// The other one.
        other: Arc<str>,
        /// How many submissions in the other one are accepted.
        accepted: usize,
    },
    /// All accepted submissions in a language are much slower than all in one that is usually as fast.
    SlowerThanTwin {
        /// The language, as people call it.
        language: Arc<str>,
        /// The other one.
        twin: Arc<str>,
        /// The time of the fastest submission in the language on its slowest case, in seconds.
        seconds: f64,
        /// The time of the slowest submission in the other one, in seconds.
        twin_seconds: f64,
    },
    /// What was handed in is nothing, or what students were given.
    Untouched {
        /// Which of the two.
        content: Untouched,
    },
    /// Nobody fails some cases, although all were run on everybody.
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

#[cfg(test)]
mod tests;
