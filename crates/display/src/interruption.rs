//! The last words of a run that Ctrl-C or another signal ends: how far it was, what is kept, how to go on, which reports are incomplete.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::progress::{ProgressLine, Shown};
use crate::{fault, note};

/// What an interruption would leave. All threads of a command know it.
#[derive(Default)]
pub struct Interruption {
    left: Mutex<Left>,
}

#[derive(Default)]
struct Left {
    /// The progress line that was begun last.
    line: Option<Shown>,
    kept: Option<String>,
    next: Option<String>,
    reports: Vec<String>,
}

impl Interruption {
    fn left(&self) -> MutexGuard<'_, Left> {
        self.left.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Long work has begun, which this line shows.
    pub fn watches(&self, line: &ProgressLine) {
        self.left().line = Some(line.shown());
    }

    /// Says what is kept of the work, in a clause such as `each run is kept`.
    pub fn keeps(&self, what: impl Into<String>) {
        self.left().kept = Some(what.into());
    }

    /// Says what to do next, in a sentence.
    pub fn goes_on(&self, how: impl Into<String>) {
        self.left().next = Some(how.into());
    }

    /// Names the reports that are not complete before the end of the run, each with what becomes of it.
    pub fn lacks(&self, reports: impl Iterator<Item = String>) {
        self.left().reports.extend(reports);
    }

    /// All reports are complete, whatever comes now.
    pub fn lacks_nothing(&self) {
        self.left().reports.clear();
    }

    /// Takes the progress line from the screen, and returns the last words; none where nothing long has begun.
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
