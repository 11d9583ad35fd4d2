//! Reports, which read the event stream: each kind of report is one file here, and nothing outside this folder formats
//! output for people or for other programs.

pub mod catalogue;
pub mod changes;
mod changes_csv;
mod changes_table;
mod collected;
mod conclusion;
mod csv;
pub mod diagnostics;
pub(crate) mod doctor;
pub mod drawing;
pub mod earlier;
pub mod evaluation;
mod explanation;
mod fault;
mod grades;
mod grid;
pub mod html;
mod human;
pub(crate) mod hunt;
mod jsonl;
mod junit;
mod markup;
pub(crate) mod mutate;
mod paint;
mod plot;
pub mod progress;
mod reader;
pub mod shell;
mod shown_case;
pub(crate) mod shrink;
pub mod students;
mod submissions;
pub(crate) mod suite;
mod svg;
mod table;
pub mod tally;
mod tools;
mod warnings;
mod wrap;

use std::io::Write;

pub use fault::{fault, note, warning};
use html::{HtmlPage, PageServices};
pub use human::{Human, Style};
pub use reader::PartialReport;
pub use shown_case::shown_case;
use students::{FileSink, ReportForm, Students};

/// The kinds of report that `--report` knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ReportKind {
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
    /// A row per submission that has changed since an earlier run.
    Changes,
    /// A page to look at.
    Html,
    /// A separate report for each student, in a folder of files, or one after the other.
    Students(ReportForm),
}

impl ReportKind {
    /// All kinds, with their names on the command line.
    pub const NAMES: [(&str, ReportKind); 11] = [
        ("human", ReportKind::Human),
        ("jsonl", ReportKind::Jsonl),
        ("junit", ReportKind::Junit),
        ("csv", ReportKind::Csv),
        ("summary-csv", ReportKind::SummaryCsv),
        ("students-csv", ReportKind::Grades),
        ("changes-csv", ReportKind::Changes),
        ("html", ReportKind::Html),
        ("feedback", ReportKind::Students(ReportForm::Feedback)),
        ("feedback-html", ReportKind::Students(ReportForm::Html)),
        ("gradescope", ReportKind::Students(ReportForm::Gradescope)),
    ];

    /// Begins a report of this kind, written to `out`.
    pub fn begin<'w>(
        self,
        out: impl Write + 'w,
        style: &Style,
        pages: PageServices<'w>,
    ) -> Box<dyn PartialReport + 'w> {
        match self {
            ReportKind::Human => Box::new(Human::new(out, style.clone())),
            ReportKind::Jsonl => Box::new(jsonl::JsonLines::new(out)),
            ReportKind::Junit => Box::new(junit::Junit::new(out)),
            ReportKind::Csv => Box::new(csv::Rows::new(out)),
            ReportKind::SummaryCsv => Box::new(csv::Summary::new(out)),
            ReportKind::Grades => Box::new(grades::GradesCsv::new(out)),
            ReportKind::Changes => {
                Box::new(changes_csv::ChangesCsv::new(out, style.against.as_ref()))
            }
            ReportKind::Html => Box::new(HtmlPage::new(out, pages).against(style.against.as_ref())),
            ReportKind::Students(form) => {
                let (mut out, mut gap) = (out, "");
                let one_after_the_other: FileSink<'w> = Box::new(move |_, bytes| {
                    out.write_all(std::mem::replace(&mut gap, "\n").as_bytes())?;
                    out.write_all(bytes)?;
                    out.flush()
                });
                students(one_after_the_other, form, style, pages)
            }
        }
    }

    /// Begins a report of this kind in several files; none where the kind has no such form.
    pub fn begin_files<'w>(
        self,
        files: FileSink<'w>,
        style: &Style,
        pages: PageServices<'w>,
    ) -> Option<Box<dyn PartialReport + 'w>> {
        match self {
            ReportKind::Students(form) => Some(students(files, form, style, pages)),
            _ => None,
        }
    }

    /// Returns whether the kind tells what has changed since an earlier run, if there is one.
    pub fn compares(self) -> bool {
        matches!(self, ReportKind::Human | ReportKind::Html | ReportKind::Changes)
    }

    /// Returns whether the kind requires that programs were run.
    pub fn is_of_submissions(self) -> bool {
        matches!(self, ReportKind::Grades | ReportKind::Students(_))
    }
}

fn students<'w>(
    files: FileSink<'w>,
    form: ReportForm,
    style: &Style,
    pages: PageServices<'w>,
) -> Box<dyn PartialReport + 'w> {
    Box::new(Students::new(files, form, (style.seeing, style.details), pages))
}
