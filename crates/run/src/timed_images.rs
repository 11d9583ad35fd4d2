//! The images that programs of a package make for a page. They are made after the run, while the
//! caller waits, so there is a time limit.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::io::Read;
use std::time::{Duration, Instant};

use crate::output::OutputSettings;
use referee_page::EmbeddedImage;
use referee_problem::cases::CaseFile;
use referee_problem::{Images, Problem, VisualizerImage};

/// The maximum time that all visualizers together may take.
const MAX_TIME: Duration = Duration::from_secs(60);

/// The maximum number of notes about visualizers that fail.
const MAX_NOTES: usize = 5;

/// Makes images, until the time is up.
pub struct TimedImages<'a> {
    problem: &'a Problem,
    output: &'a OutputSettings,
    spent: Cell<Duration>,
    /// Failures, to be printed at the end.
    notes: RefCell<BTreeSet<String>>,
}

impl<'a> TimedImages<'a> {
    /// Creates a source of images of the cases and outputs of a problem. Failures are noted.
    pub fn new(problem: &'a Problem, output: &'a OutputSettings) -> TimedImages<'a> {
        TimedImages { problem, output, spent: Cell::default(), notes: RefCell::default() }
    }

    /// Returns the images of a case.
    pub fn of_case(&self, file: &CaseFile) -> Vec<EmbeddedImage> {
        self.timed(&file.name, || self.problem.case_images(file))
    }

    /// Returns the images of an output.
    pub fn of_output(&self, file: &CaseFile, output: &mut dyn Read) -> Vec<EmbeddedImage> {
        self.timed(&file.name, || self.problem.output_images(file, output))
    }

    fn timed(&self, case: &str, make: impl FnOnce() -> Images) -> Vec<EmbeddedImage> {
        if self.spent.get() > MAX_TIME {
            let seconds = MAX_TIME.as_secs();
            self.note(format!("visualizers took more than {seconds} s; not all cases are drawn"));
            return Vec::new();
        }
        let start = Instant::now();
        let Images { images, notes } = make();
        self.spent.set(self.spent.get() + start.elapsed());
        notes.into_iter().for_each(|note| self.note(format!("{case} is not drawn: {note}")));
        let embedded = images.into_iter().map(|image| {
            let VisualizerImage { name, media_type, bytes } = image;
            EmbeddedImage::new(name, media_type, &bytes)
        });
        embedded.collect()
    }

    fn note(&self, note: String) {
        let mut notes = self.notes.borrow_mut();
        if notes.len() < MAX_NOTES {
            notes.insert(note);
        }
    }
}

impl Drop for TimedImages<'_> {
    /// Prints the failures, below the progress of the run.
    fn drop(&mut self) {
        self.notes.borrow().iter().for_each(|note| self.output.note(note));
    }
}
