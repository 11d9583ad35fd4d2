//! The worksheet of a platform, with the grades and the feedback of the judged students.
//!
//! The feedback is the text for each student. A student whose submission could not be judged keeps
//! the existing grade.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::rc::Rc;
use std::sync::Arc;

use super::reader::PartialReport;
use super::students::{FileSink, Layout, StudentStyle, Students};
use referee_course::GradeScale;
use referee_course::class::attempt_rank;
use referee_course::worksheet::{Filled, Worksheet};
use referee_events::points::Points;
use referee_events::{Event, NotJudged, OfStudent, Student, SubmissionResult};

/// A worksheet to fill in, and how.
#[derive(Debug, Clone)]
pub struct WorksheetForm {
    /// The worksheet as downloaded.
    pub worksheet: Worksheet,
    /// Whether the best of several attempts counts, instead of the last.
    pub best_counts: bool,
}

pub(super) struct WorksheetReport<'w, W: Write> {
    out: W,
    form: WorksheetForm,
    texts: Students<'w>,
    /// The text for the most recent submission.
    text: Rc<RefCell<String>>,
    problem: String,
    /// The submission of each student that counts so far.
    counted: BTreeMap<Owner, Counted>,
    scale: GradeScale,
    note: &'w dyn Fn(&str),
}

/// Whose a submission is: a student's, or, if no platform says that, its own.
type Owner = (Option<Student>, Option<Arc<str>>);

struct Counted {
    submission: OfStudent,
    /// What its student gets; `None` if there is nothing to tell yet.
    filled: Option<Filled>,
    points: Option<Points>,
}

impl<'w, W: Write> WorksheetReport<'w, W> {
    pub(super) fn new(
        out: W,
        form: WorksheetForm,
        style: StudentStyle,
        note: &'w dyn Fn(&str),
    ) -> Self {
        let text = Rc::new(RefCell::new(String::new()));
        let last = Rc::clone(&text);
        let sink: FileSink<'w> = Box::new(move |_, bytes| {
            *last.borrow_mut() = String::from_utf8_lossy(bytes).into_owned();
            Ok(())
        });
        let scale = style.scale;
        let texts = Students::new(sink, Layout::FEEDBACK, style, note);
        let (problem, counted) = (String::new(), BTreeMap::new());
        WorksheetReport { out, form, texts, text, problem, counted, scale, note }
    }

    /// Keeps a submission if it counts, of the attempts so far, which come in any order.
    fn add(&mut self, end: &SubmissionResult) {
        let is_told = matches!(end.not_judged, Some(NotJudged::NotAProgram { .. }));
        // If the judge failed, there is nothing to tell the student yet.
        let is_known = end.verdict.is_some() || is_told || end.is_settled();
        let (start, points) = (format!("{}: ", self.problem), end.grade());
        let filled = is_known.then(|| Filled { grade: points, start, feedback: self.text.take() });
        let submission = end.of_student();
        let name = Arc::clone(&end.contestant);
        let owner = (end.student.clone(), end.student.is_none().then(|| Arc::clone(&name)));
        let best_counts = self.form.best_counts;
        let rank = attempt_rank(best_counts, points, &name);
        let counts =
            |last: &Counted| rank > attempt_rank(best_counts, last.points, &last.submission.name);
        if self.counted.get(&owner).is_none_or(counts) {
            self.counted.insert(owner, Counted { submission, filled, points });
        }
    }

    /// Fills in what counts. Returns the submissions of students without a row.
    fn fill(&mut self) -> Vec<Arc<str>> {
        let mut missing = Vec::new();
        for Counted { submission, filled, .. } in std::mem::take(&mut self.counted).into_values() {
            let Some(filled) = filled else { continue };
            let has_row = self.form.worksheet.fill(&submission, &filled);
            missing.extend((!has_row).then_some(submission.name));
        }
        missing.sort();
        missing
    }
}

impl<W: Write> PartialReport for WorksheetReport<'_, W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        self.texts.event(event)?;
        match event {
            Event::Started(started) => {
                self.problem = started.problem.clone();
                let best = self.scale.best(started.most_points());
                let maximum = self.form.worksheet.maximum();
                if let Some(maximum) = maximum.filter(|maximum| best.as_f64() > *maximum) {
                    (self.note)(&format!(
                        "the best grade in the worksheet is {maximum}, and the exercise is worth {}, which `scale = true` in a course.toml fits to it",
                        best.in_words()
                    ));
                }
            }
            Event::Submission(end) => self.add(end),
            Event::Finished(_) => {
                let missing = self.fill();
                self.out.write_all(&self.form.worksheet.bytes())?;
                self.out.flush()?;
                if !missing.is_empty() {
                    let names = missing.join(", ");
                    (self.note)(&format!("the worksheet has no row for: {names}"));
                }
            }
            Event::Extra { .. } | Event::Fault { .. } | Event::Judged(_) | Event::Block(_) => {}
        }
        Ok(())
    }
}
