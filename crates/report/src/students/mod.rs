//! Reports for students, one for each: a text, the file for Gradescope, or a page, which is made
//! above this crate.
//!
//! How much a student may see is configurable, since a full difference gives the answer away. It is
//! enforced only here: `seen` selects the visible parts of each judgement as it arrives, and the
//! forms get nothing else. Each report is written as soon as its submission is judged, so only one
//! is held in memory.

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
    /// A text file.
    Feedback,
    /// A `results.json` for Gradescope.
    Gradescope,
    /// A web page.
    Html,
}

/// The layout of a report for one student.
pub(super) enum Layout {
    /// A text file with this extension, written by this function.
    Text(&'static str, fn(&Page) -> String),
    /// A `results.json`.
    Gradescope,
}

impl Layout {
    /// A feedback text.
    pub(super) const FEEDBACK: Layout = Layout::Text("txt", feedback::text);
}

/// Writes a file of a report, given its name and content.
pub type FileSink<'w> = Box<dyn FnMut(&str, &[u8]) -> io::Result<()> + 'w>;

/// What reports for students show, whatever their form.
#[derive(Debug, Clone)]
pub(super) struct StudentStyle {
    pub(super) seeing: Seeing,
    /// The number of rejections of each kind shown in full.
    pub(super) details: usize,
    pub(super) scale: GradeScale,
    pub(super) comments: Arc<Comments>,
}

pub(super) struct Students<'w> {
    files: FileSink<'w>,
    layout: Layout,
    style: StudentStyle,
    started: Option<Started>,
    /// The visible parts of the current submission's judgements.
    judged: Vec<JudgedCase>,
    names: DistinctNames,
    note: &'w dyn Fn(&str),
    /// The groups whose comments were used.
    used: BTreeSet<String>,
}

impl<'w> Students<'w> {
    pub(super) fn new(
        files: FileSink<'w>,
        layout: Layout,
        style: StudentStyle,
        note: &'w dyn Fn(&str),
    ) -> Self {
        Students {
            files,
            layout,
            style,
            started: None,
            judged: Vec::new(),
            names: DistinctNames::default(),
            note,
            used: BTreeSet::new(),
        }
    }

    /// Notes the comments that reach nobody: their groups may be misspelt.
    fn note_unused(&self) {
        let unused = self.style.comments.unused(&self.used);
        if !unused.is_empty() {
            let comments = plural(unused.len(), "comment is", "comments are");
            let groups = unused.join(", ");
            (self.note)(&format!("{comments} on failures that no student has: {groups}"));
        }
    }

    fn write(&mut self, end: &SubmissionResult) -> io::Result<()> {
        let Some(started) = &self.started else { return Ok(()) };
        let judged = &self.judged;
        let StudentStyle { ref seeing, details, scale, .. } = self.style;
        let page = Page { started, end, judged, seeing, details, scale };
        match self.layout {
            Layout::Text(extension, content) => {
                let content = content(&page);
                let names = self.names.of_feedback(end, extension);
                names.iter().try_for_each(|name| (self.files)(name, content.as_bytes()))
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
            Event::Started(started) => {
                self.names = DistinctNames::of(&started.contestants);
                self.started = Some(started.clone());
            }
            Event::Judged(judged) => {
                let mut judged = judged.clone();
                self.style.comments.add_to(&mut judged, &mut self.used);
                self.judged.push(self.style.seeing.visible(&judged));
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
