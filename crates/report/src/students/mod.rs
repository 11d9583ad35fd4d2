//! Reports for students, one for each: a text, the file that Gradescope reads, or a page, which is made above this crate.
//!
//! How much a student may see is configurable, since a full difference gives the answer away. That is decided only here:
//! `seen` selects what is shown of a judgement when it comes in, and the forms, which get nothing else, lay it out. Each report is written as soon as its
//! submission has been judged, so only one is held in memory.

pub mod failures;
mod feedback;
mod gradescope;
pub mod handed_in;
mod names;
mod page;
pub mod said;
pub mod sections;
mod seen;

use std::collections::BTreeSet;
use std::io;
use std::sync::Arc;

use super::reader::PartialReport;
use super::statistics::Comments;
use names::DistinctNames;
pub use page::Page;
use referee_base::plural;
use referee_course::GradeScale;
use referee_events::{Event, JudgedCase, Started, SubmissionResult};
pub use seen::{Seeing, Visibility};

/// The forms of a report for one student.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ReportForm {
    /// A text.
    Feedback,
    /// A `results.json`.
    Gradescope,
    /// A page to look at.
    Html,
}

/// How a report for one student is laid out.
pub(super) enum Layout {
    /// As a file of text that ends so, and what writes it.
    Text(&'static str, fn(&Page) -> String),
    /// As a `results.json`.
    Gradescope,
}

impl Layout {
    /// As a text that is told.
    pub(super) const FEEDBACK: Layout = Layout::Text("txt", feedback::text);
}

/// Writes a file of a report, given its name and content.
pub type FileSink<'w> = Box<dyn FnMut(&str, &[u8]) -> io::Result<()> + 'w>;

/// A report under construction.
pub(super) struct Students<'w> {
    files: FileSink<'w>,
    layout: Layout,
    seeing: Seeing,
    /// The number of refusals of each kind that are shown in full.
    details: usize,
    started: Option<Started>,
    /// The judgements of the current submission, of each what may be seen.
    judged: Vec<JudgedCase>,
    names: DistinctNames,
    /// Takes notes for the person who runs the program.
    note: &'w dyn Fn(&str),
    /// Comments on failures, and the groups of those that somebody is told.
    comments: Arc<Comments>,
    used: BTreeSet<String>,
    /// How points become grades.
    scale: GradeScale,
}

impl<'w> Students<'w> {
    pub(super) fn new(
        files: FileSink<'w>,
        layout: Layout,
        seeing: Seeing,
        details: usize,
        note: &'w dyn Fn(&str),
    ) -> Self {
        let (judged, names) = (Vec::new(), DistinctNames::default());
        let (comments, used) = Default::default();
        Students {
            files,
            layout,
            seeing,
            details,
            started: None,
            judged,
            names,
            note,
            comments,
            used,
            scale: GradeScale::default(),
        }
    }

    /// Tells the grades that points become.
    pub(super) fn scaled(self, scale: GradeScale) -> Self {
        Students { scale, ..self }
    }

    /// Adds comments on failures.
    pub(super) fn commented(self, comments: Arc<Comments>) -> Self {
        Students { comments, ..self }
    }

    /// Says which comments nobody is told: their groups may be misspelt.
    fn note_unused(&self) {
        let unused = self.comments.unused(&self.used);
        if !unused.is_empty() {
            let comments = plural(unused.len(), "comment is", "comments are");
            let groups = unused.join(", ");
            (self.note)(&format!("{comments} on failures that no student has: {groups}"));
        }
    }

    fn write(&mut self, end: &SubmissionResult) -> io::Result<()> {
        let Some(started) = &self.started else { return Ok(()) };
        let (judged, seeing) = (&self.judged, &self.seeing);
        let (details, scale) = (self.details, self.scale);
        let page = Page { started, end, judged, seeing, details, scale };
        match self.layout {
            Layout::Text(extension, content) => {
                let content = content(&page);
                let mut names = self.names.of_feedback(end, extension).into_iter();
                names.try_for_each(|name| (self.files)(&name, content.as_bytes()))
            }
            Layout::Gradescope => match gradescope::results(&page)? {
                Some(results) => (self.files)(&self.names.of_results(end), &results),
                None => Ok(()),
            },
        }
    }
}

impl PartialReport for Students<'_> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::Started(started) => self.started = Some(started.clone()),
            Event::Judged(judged) => {
                let mut judged = judged.clone();
                self.comments.add_to(&mut judged, &mut self.used);
                self.judged.push(self.seeing.visible(&judged));
            }
            Event::Submission(end) => {
                let written = self.write(end);
                self.judged.clear();
                return written;
            }
            Event::Finished(_) => self.note_unused(),
            Event::Extra { .. } | Event::Fault { .. } | Event::Block(_) => {}
        }
        Ok(())
    }
}
