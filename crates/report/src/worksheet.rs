//! The worksheet of a platform, with the grades and the feedback of the judged students.
//!
//! The feedback is the text for each student. A student whose submission could not be judged keeps
//! the existing grade.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;
use std::sync::Arc;

use super::reader::PartialReport;
use super::students::{FileSink, Layout, Seeing, Students};
use referee_course::GradeScale;
use referee_course::worksheet::{Filled, RowResult, Worksheet};
use referee_events::points::Points;
use referee_events::{Event, NotJudged, SubmissionResult};

/// A worksheet to fill in, and how.
#[derive(Debug, Clone)]
pub struct WorksheetForm {
    /// The worksheet as downloaded.
    pub worksheet: Worksheet,
    /// Whether the best of several attempts counts, instead of the last.
    pub best_counts: bool,
}

/// The report under construction.
pub(super) struct WorksheetReport<'w, W: Write> {
    out: W,
    form: WorksheetForm,
    texts: Students<'w>,
    /// The text for the most recent submission.
    text: Rc<RefCell<String>>,
    problem: String,
    /// The student filled in last, with the points: attempts of a student follow each other.
    last: Option<(Arc<str>, Option<Points>)>,
    missing: Vec<Arc<str>>,
    scale: GradeScale,
    /// Receives notes for the user of the program.
    note: &'w dyn Fn(&str),
}

impl<'w, W: Write> WorksheetReport<'w, W> {
    pub(super) fn new(
        out: W,
        form: WorksheetForm,
        seeing: Seeing,
        details: usize,
        scale: GradeScale,
        note: &'w dyn Fn(&str),
    ) -> Self {
        let text = Rc::new(RefCell::new(String::new()));
        let last = Rc::clone(&text);
        let sink: FileSink<'w> = Box::new(move |_, bytes| {
            *last.borrow_mut() = String::from_utf8_lossy(bytes).into_owned();
            Ok(())
        });
        let texts = Students::new(sink, Layout::FEEDBACK, seeing, details, note).scaled(scale);
        let (problem, missing) = (String::new(), Vec::new());
        WorksheetReport { out, form, texts, text, problem, last: None, missing, scale, note }
    }

    fn fill(&mut self, end: &SubmissionResult) {
        let is_told = matches!(end.not_judged, Some(NotJudged::NotAProgram { .. }));
        if end.verdict.is_none() && !is_told && !end.is_settled() {
            // The judge failed: there is nothing to tell the student yet.
            return;
        }
        let student = end.student.as_ref();
        let key = student.map_or(&end.contestant, |student| &student.id);
        let grade = end.grade();
        let is_worse = |(last, before): &(Arc<str>, Option<Points>)| last == key && *before > grade;
        if self.form.best_counts && self.last.as_ref().is_some_and(is_worse) {
            return;
        }
        let start = format!("{}: ", self.problem);
        let filled = Filled { grade, start, feedback: self.text.take() };
        match self.form.worksheet.fill(student, &end.contestant, &filled) {
            RowResult::Found => self.last = Some((Arc::clone(key), grade)),
            RowResult::Missing => self.missing.push(Arc::clone(&end.contestant)),
        }
    }
}

impl<W: Write> PartialReport for WorksheetReport<'_, W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        self.texts.event(event)?;
        match event {
            Event::Started(started) => {
                self.problem = started.problem.clone();
                let most = started.most_points();
                let maximum = self.form.worksheet.maximum();
                if let Some(maximum) =
                    maximum.filter(|maximum| self.scale.best(most).as_f64() > *maximum)
                {
                    (self.note)(&format!(
                        "the best grade in the worksheet is {maximum}, and there are {most} points, which `scale = true` in a course.toml fits to it"
                    ));
                }
            }
            Event::Submission(end) => self.fill(end),
            Event::Finished(_) => {
                self.out.write_all(&self.form.worksheet.bytes())?;
                self.out.flush()?;
                if !self.missing.is_empty() {
                    let names = self.missing.join(", ");
                    (self.note)(&format!("the worksheet has no row for: {names}"));
                }
            }
            Event::Extra { .. } | Event::Fault { .. } | Event::Judged(_) | Event::Block(_) => {}
        }
        Ok(())
    }
}
