//! Reports, which read the event stream: each kind of report is one file here, and nothing outside this folder formats
//! output for people or for other programs.

pub mod catalogue;
mod collected;
mod csv;
pub mod diagnostics;
pub mod evaluation;
mod explanation;
mod fault;
mod grades;
mod human;
mod jsonl;
mod junit;
mod paint;
mod plot;
pub mod progress;
mod reader;
pub mod shell;
pub mod students;
mod submissions;
mod svg;
mod table;
pub mod tally;
mod tools;
mod warnings;

use std::io::Write;

pub use fault::{fault, note, warning};
pub use human::{Human, Style};
pub use reader::Report;
use students::{Files, Form, Students};

/// The kinds of report that `--report` knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// For people: a table, then every refusal with its reason.
    Human,
    /// JSON Lines: one event per line.
    Jsonl,
    /// JUnit XML, as Jenkins and GitLab read it.
    Junit,
    /// A row per contestant and case.
    Csv,
    /// A row per contestant.
    SummaryCsv,
    /// A row per submission: its student and points.
    Grades,
    /// A separate report for each student, in a folder of files, or one after the other.
    Students(Form),
}

impl Kind {
    /// All kinds, with their names on the command line.
    pub const NAMES: [(&str, Kind); 8] = [
        ("human", Kind::Human),
        ("jsonl", Kind::Jsonl),
        ("junit", Kind::Junit),
        ("csv", Kind::Csv),
        ("summary-csv", Kind::SummaryCsv),
        ("students-csv", Kind::Grades),
        ("feedback", Kind::Students(Form::Feedback)),
        ("gradescope", Kind::Students(Form::Gradescope)),
    ];

    /// Begins a report of this kind, written to `out`.
    pub fn begin<'w>(self, out: impl Write + 'w, style: &Style) -> Box<dyn Report + 'w> {
        match self {
            Kind::Human => Box::new(Human::new(out, style.clone())),
            Kind::Jsonl => Box::new(jsonl::JsonLines::new(out)),
            Kind::Junit => Box::new(junit::Junit::new(out)),
            Kind::Csv => Box::new(csv::Rows::new(out)),
            Kind::SummaryCsv => Box::new(csv::Summary::new(out)),
            Kind::Grades => Box::new(grades::Grades::new(out)),
            Kind::Students(form) => {
                let (mut out, mut gap) = (out, "");
                let one_after_the_other: Files<'w> = Box::new(move |_, bytes| {
                    out.write_all(std::mem::replace(&mut gap, "\n").as_bytes())?;
                    out.write_all(bytes)?;
                    out.flush()
                });
                students(one_after_the_other, form, style)
            }
        }
    }

    /// Begins a report of this kind in several files; none where the kind has no such form.
    pub fn begin_files<'w>(self, files: Files<'w>, style: &Style) -> Option<Box<dyn Report + 'w>> {
        match self {
            Kind::Students(form) => Some(students(files, form, style)),
            _ => None,
        }
    }

    /// Returns whether the kind requires that programs were run.
    pub fn is_of_submissions(self) -> bool {
        matches!(self, Kind::Grades | Kind::Students(_))
    }
}

fn students<'w>(files: Files<'w>, form: Form, style: &Style) -> Box<dyn Report + 'w> {
    Box::new(Students::new(files, form, style.seeing, style.details))
}
