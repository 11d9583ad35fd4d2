//! The reports of a run, for people and for programs. Each kind is a reader of the run's events, in
//! a file of its own. The engine is unknown here, and so is the look of web pages, which a crate
//! above this one provides ([`WebPages`]).

mod by_case;
pub mod changes;
mod changes_csv;
pub mod changes_table;
mod conclusion;
mod csv;
pub mod earlier;
mod grades;
mod human;
mod jsonl;
mod junit;
mod reader;
pub mod score_points;
pub mod statistics;
pub mod students;
pub mod submissions;
pub mod suite;
pub mod tally;
pub mod tools;
mod warnings;
mod worksheet;

use std::io::Write;
use std::sync::Arc;

pub use conclusion::conclusion;
use earlier::EarlierRun;
pub use human::{Human, Style};
use reader::Silent;
pub use reader::{PartialReport, Without};
use score_points::WithPoints;
pub use statistics::{CommentReaches, Comments};
use statistics::{Statistics, StatisticsReport};
use students::{FileSink, Layout, ReportForm, StudentStyle, Students};
pub use worksheet::WorksheetForm;
use worksheet::WorksheetReport;

/// The kinds of report that `--report` accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ReportKind {
    /// For people: a table, then every rejection with its reason.
    Human,
    /// JSON Lines: one event per line.
    Jsonl,
    /// JUnit XML for Jenkins and GitLab.
    Junit,
    /// A row for each contestant and case.
    Csv,
    /// A row for each contestant.
    SummaryCsv,
    /// A row for each submission: its student and points.
    Grades,
    /// A row for each submission that has changed since an earlier run.
    Changes,
    /// The worksheet of a platform, filled in.
    Worksheet,
    /// The distribution of results, for people.
    Statistics,
    /// The same statistics as one JSON object.
    StatisticsJson,
    /// The same statistics as a row for each case that some submission failed.
    StatisticsCsv,
    /// Equal failures of several submissions, as a file to be filled with comments.
    Failures,
    /// A web page.
    Html,
    /// A separate report for each student, in a folder of files or one after another.
    Students(ReportForm),
}

/// Makes the reports that are web pages.
pub trait WebPages<'w> {
    /// Starts the page of a run, compared with an earlier one if given.
    fn of_run(
        self,
        out: impl Write + 'w,
        earlier: Option<&Arc<EarlierRun>>,
    ) -> Box<dyn PartialReport + 'w>;

    /// Returns the page of a student.
    fn of_student(page: &students::Page) -> String;

    /// Returns the function that receives notes for the user of the program.
    fn note(&self) -> &'w dyn Fn(&str);
}

impl ReportKind {
    /// The kinds available on the command line, with their names there.
    pub const NAMES: [(&str, ReportKind); 15] = [
        ("human", ReportKind::Human),
        ("jsonl", ReportKind::Jsonl),
        ("junit", ReportKind::Junit),
        ("csv", ReportKind::Csv),
        ("summary-csv", ReportKind::SummaryCsv),
        ("students-csv", ReportKind::Grades),
        ("changes-csv", ReportKind::Changes),
        ("statistics", ReportKind::Statistics),
        ("statistics-json", ReportKind::StatisticsJson),
        ("statistics-csv", ReportKind::StatisticsCsv),
        ("failures", ReportKind::Failures),
        ("html", ReportKind::Html),
        ("feedback", ReportKind::Students(ReportForm::Feedback)),
        ("feedback-html", ReportKind::Students(ReportForm::Html)),
        ("gradescope", ReportKind::Students(ReportForm::Gradescope)),
    ];

    /// Returns its name.
    pub fn name(self) -> &'static str {
        // Worksheets are requested in a course's file, not by name.
        Self::NAMES.iter().find(|(_, kind)| *kind == self).map_or("worksheet", |(name, _)| name)
    }

    /// Starts a report of this kind, written to `out`.
    pub fn begin<'w>(
        self,
        out: impl Write + 'w,
        style: &Style,
        pages: impl WebPages<'w>,
    ) -> Box<dyn PartialReport + 'w> {
        match self {
            ReportKind::Human => Box::new(Human::new(out, style.clone())),
            ReportKind::Jsonl => Box::new(jsonl::JsonLines::new(out)),
            ReportKind::Junit => Box::new(junit::Junit::new(out)),
            ReportKind::Csv => Box::new(csv::Rows::new(out)),
            ReportKind::SummaryCsv => Box::new(csv::Summary::new(out)),
            ReportKind::Grades => {
                Box::new(WithPoints::new(grades::GradesCsv::new(out, style.has_decisions)))
            }
            ReportKind::Changes => {
                Box::new(changes_csv::ChangesCsv::new(out, style.against.as_ref()))
            }
            ReportKind::Worksheet => match style.worksheet.as_deref() {
                Some(form) => {
                    let style = student_style(style);
                    let report = WorksheetReport::new(out, form.clone(), style, pages.note());
                    Box::new(WithPoints::new(report))
                }
                None => Box::new(Silent),
            },
            ReportKind::Statistics => Box::new(StatisticsReport::new(out, |found: &Statistics| {
                Ok(statistics::lines(found))
            })),
            ReportKind::StatisticsJson => Box::new(StatisticsReport::new(out, statistics::json)),
            ReportKind::StatisticsCsv => Box::new(StatisticsReport::new(out, statistics::csv)),
            ReportKind::Failures => {
                let written = style.comments.clone();
                Box::new(StatisticsReport::new(out, move |found: &Statistics| {
                    Ok(statistics::template(found, written.as_deref()))
                }))
            }
            ReportKind::Html => pages.of_run(out, style.against.as_ref()),
            ReportKind::Students(form) => {
                let (mut out, mut gap) = (out, "");
                let one_after_the_other: FileSink<'w> = Box::new(move |_, bytes| {
                    out.write_all(std::mem::replace(&mut gap, "\n").as_bytes())?;
                    out.write_all(bytes)?;
                    out.flush()
                });
                students(one_after_the_other, form, style, &pages)
            }
        }
    }

    /// Starts a report of this kind in several files; `None` if the kind cannot be split.
    pub fn begin_files<'w>(
        self,
        files: FileSink<'w>,
        style: &Style,
        pages: impl WebPages<'w>,
    ) -> Option<Box<dyn PartialReport + 'w>> {
        match self {
            ReportKind::Students(form) => Some(students(files, form, style, &pages)),
            _ => None,
        }
    }

    /// Returns whether the report includes the changes since an earlier run.
    pub fn compares(self) -> bool {
        matches!(self, ReportKind::Human | ReportKind::Html | ReportKind::Changes)
    }

    /// Returns whether the kind requires that programs were run.
    pub fn is_of_submissions(self) -> bool {
        matches!(self, ReportKind::Grades | ReportKind::Worksheet | ReportKind::Students(_))
            || self.lists_equal_failures()
    }

    /// Returns whether the report is for students or their platform.
    pub fn is_for_students(self) -> bool {
        matches!(self, ReportKind::Worksheet | ReportKind::Students(_))
    }

    /// Returns whether the report lists equal failures.
    pub fn lists_equal_failures(self) -> bool {
        use ReportKind::{Failures, Statistics, StatisticsCsv, StatisticsJson};
        matches!(self, Statistics | StatisticsJson | StatisticsCsv | Failures)
    }
}

fn students<'w, P: WebPages<'w>>(
    files: FileSink<'w>,
    form: ReportForm,
    style: &Style,
    pages: &P,
) -> Box<dyn PartialReport + 'w> {
    let layout = match form {
        ReportForm::Feedback => Layout::FEEDBACK,
        ReportForm::Gradescope => Layout::Gradescope,
        ReportForm::Html => Layout::Text("html", P::of_student),
    };
    Box::new(WithPoints::new(Students::new(files, layout, student_style(style), pages.note())))
}

fn student_style(style: &Style) -> StudentStyle {
    let comments = style.comments.clone().unwrap_or_default();
    let Style { seeing, details, scale, .. } = *style;
    StudentStyle { seeing, details, scale, comments }
}
