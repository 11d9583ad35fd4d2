//! Detects that all runs of a submission end in the same run-time error: then the cause may be the
//! environment, such as a missing library, and not what the submission is meant to show.

use referee_events::{Crash, JudgedCase, Reason, STDERR};

/// The common end of the runs so far.
#[derive(Clone, Default)]
pub(crate) enum SameFailure {
    #[default]
    NoRun,
    /// All runs ended in this way.
    Same(String),
    Differs,
}

impl SameFailure {
    /// Adds a run.
    pub(crate) fn add(&mut self, judged: &JudgedCase) {
        let end = end_of(judged);
        let is_same = match (&*self, &end) {
            (SameFailure::NoRun, Some(_)) => true,
            (SameFailure::Same(before), Some(end)) => before == end,
            _ => false,
        };
        *self = end.filter(|_| is_same).map_or(SameFailure::Differs, SameFailure::Same);
    }

    /// Returns how all runs ended, if that is the same.
    pub(crate) fn message(&self) -> Option<String> {
        match self {
            SameFailure::Same(end) => Some(end.clone()),
            SameFailure::NoRun | SameFailure::Differs => None,
        }
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
