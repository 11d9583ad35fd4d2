//! Reports for students, one for each: a text, or the file that Gradescope reads.
//!
//! What a student may see is a choice, for a difference in full gives the answer away. It is made here, and nowhere
//! else: `seen` says what is shown of a judgement, and the two forms only lay it out. Each is written when its
//! submission has been judged, so that however many there are, one is held.

mod feedback;
mod gradescope;
mod names;
mod page;
mod seen;

use std::io;

use super::reader::Report;
use crate::events::{Event, Judged, Started, Submission};
use names::Names;
use page::Page;
pub use seen::{Seeing, Seen, Visibility};

/// The forms of a report for one student.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    /// A text.
    Feedback,
    /// A `results.json`.
    Gradescope,
}

/// Where reports of many files put them: a name and what is in the file.
pub type Files<'w> = Box<dyn FnMut(&str, &[u8]) -> io::Result<()> + 'w>;

/// The report in the making.
pub(super) struct Students<'w> {
    files: Files<'w>,
    form: Form,
    seeing: Seeing,
    /// How many refusals of a kind are shown in full.
    details: usize,
    started: Option<Started>,
    /// What was judged of the submission that is not at its end yet.
    judged: Vec<Judged>,
    names: Names,
}

impl<'w> Students<'w> {
    pub(super) fn new(files: Files<'w>, form: Form, seeing: Seeing, details: usize) -> Self {
        let (judged, names) = (Vec::new(), Names::default());
        Students { files, form, seeing, details, started: None, judged, names }
    }

    fn write(&mut self, end: &Submission) -> io::Result<()> {
        let Some(started) = &self.started else { return Ok(()) };
        let (judged, seeing) = (&self.judged, &self.seeing);
        let page = Page { started, end, judged, seeing, details: self.details };
        match self.form {
            Form::Feedback => {
                (self.files)(&self.names.of_feedback(end), feedback::text(&page).as_bytes())
            }
            Form::Gradescope => match gradescope::results(&page)? {
                Some(results) => (self.files)(&self.names.of_results(end), &results),
                None => Ok(()),
            },
        }
    }
}

impl Report for Students<'_> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::Started(started) => self.started = Some(started.clone()),
            Event::Judged(judged) => self.judged.push(judged.clone()),
            Event::Submission(end) => {
                let written = self.write(end);
                self.judged.clear();
                return written;
            }
            Event::Extra { .. } | Event::Fault { .. } | Event::Finished(_) => {}
        }
        Ok(())
    }
}
