//! The message when Ctrl-C or another signal ends a run: its progress, what is kept, how to
//! continue, and which reports are incomplete.

use std::sync::{Mutex, MutexGuard};

use crate::progress::{ProgressHandle, ProgressLine};
use crate::{fault, note};
use referee_base::parallel::lock;

/// The contents of that message, shared by all threads of a command.
#[derive(Default)]
pub struct Interruption {
    left: Mutex<Left>,
}

#[derive(Default)]
struct Left {
    /// The progress line that was started last.
    line: Option<ProgressHandle>,
    kept: Option<String>,
    next: Option<String>,
    reports: Vec<String>,
}

impl Interruption {
    fn left(&self) -> MutexGuard<'_, Left> {
        lock(&self.left)
    }

    /// Records that long work has started, with its progress line.
    pub fn watches(&self, line: &ProgressLine) {
        self.left().line = Some(line.shown());
    }

    /// Records what is kept of the work, as a clause such as `each run is kept`.
    pub fn keeps(&self, what: impl Into<String>) {
        self.left().kept = Some(what.into());
    }

    /// Records the next step, as a sentence.
    pub fn goes_on(&self, how: impl Into<String>) {
        self.left().next = Some(how.into());
    }

    /// Records the reports that are incomplete until the end of the run, each with what becomes of
    /// it.
    pub fn lacks(&self, reports: impl Iterator<Item = String>) {
        self.left().reports.extend(reports);
    }

    /// Records that all reports are complete.
    pub fn lacks_nothing(&self) {
        self.left().reports.clear();
    }

    /// Removes the progress line from the screen, and returns the message; `None` if no long work
    /// has started.
    pub fn last_words(&self) -> Option<String> {
        let left = self.left();
        let line = left.line.as_ref()?;
        line.clear();
        let done = line.pace.done();
        let kept = left.kept.iter().map(|kept| format!("; {kept}")).collect::<String>();
        let mut text = fault::interrupted(&format!("{done}{kept}"));
        text += &left.next.as_deref().map(fault::help).unwrap_or_default();
        if !left.reports.is_empty() {
            text += &note(&format!("incomplete: {}", left.reports.join(", ")));
        }
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(interruption: &Interruption) -> Option<String> {
        let words = interruption.last_words()?;
        Some(anstream::adapter::strip_str(&words).to_string())
    }

    #[test]
    fn the_last_words_are_of_the_work_that_was_going_on() {
        let interruption = Interruption::default();
        assert_eq!(plain(&interruption), None);
        let compiling = ProgressLine::new(false, "compiling mutants", ("mutant", "mutants"), 3);
        interruption.watches(&compiling);
        assert_eq!(
            plain(&interruption).unwrap(),
            "interrupted: compiling mutants 0 of 3 mutants\n"
        );
        let judging = ProgressLine::new(false, "judging", ("run", "runs"), 70);
        interruption.watches(&judging);
        judging.step();
        interruption.keeps("each run is kept");
        interruption.goes_on("run the same command to continue");
        interruption
            .lacks(["page.html (not written)", "jsonl (torn)"].map(String::from).into_iter());
        insta::assert_snapshot!(plain(&interruption).unwrap(), @r"
        interrupted: judging 1 of 70 runs; each run is kept
        help: run the same command to continue
        note: incomplete: page.html (not written), jsonl (torn)
        ");
        interruption.lacks_nothing();
        assert!(!plain(&interruption).unwrap().contains("incomplete"));
    }
}
