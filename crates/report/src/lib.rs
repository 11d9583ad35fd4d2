//! What a run reports, for people and for programs: readers of its events, a file for each kind. Nothing here knows the engine, nor
//! how web pages look, which a crate above this one makes ([`WebPages`]).

pub mod again;
mod by_case;
pub mod changes;
mod changes_csv;
pub mod changes_table;
mod collected;
mod conclusion;
mod csv;
pub mod earlier;
mod grades;
mod human;
mod jsonl;
mod junit;
mod reader;
mod silent;
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
pub use reader::PartialReport;
pub use silent::{OfWholeSubmissions, Silent, Withheld};
pub use statistics::{CommentReaches, Comments};
use statistics::{CommentsTemplate, StatisticsCsv, StatisticsJson, StatisticsText};
use students::{FileSink, Layout, ReportForm, Students};
pub use worksheet::WorksheetForm;
use worksheet::WorksheetReport;

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
    /// The worksheet of a platform, filled in.
    Worksheet,
    /// How results are spread, for people.
    Statistics,
    /// The same as one JSON object.
    StatisticsJson,
    /// The same as a row per case that somebody failed.
    StatisticsCsv,
    /// Equal failures of several submissions, as a file in which people write comments.
    Failures,
    /// A page to look at.
    Html,
    /// A separate report for each student, in a folder of files, or one after the other.
    Students(ReportForm),
}

/// Makes the reports that are web pages.
pub trait WebPages<'w> {
    /// Begins the page of a run, compared with an earlier one if there is one.
    fn of_run(
        self,
        out: impl Write + 'w,
        earlier: Option<&Arc<EarlierRun>>,
    ) -> Box<dyn PartialReport + 'w>;

    /// Returns the page of a student.
    fn of_student(page: &students::Page) -> String;

    /// Returns what takes notes for the person who runs the program.
    fn note(&self) -> &'w dyn Fn(&str);
}

impl ReportKind {
    /// The kinds that can be asked for, with their names on the command line.
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
        // The worksheet is in the file of a course.
        Self::NAMES.iter().find(|(_, kind)| *kind == self).map_or("worksheet", |(name, _)| name)
    }

    /// Begins a report of this kind, written to `out`.
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
            ReportKind::Grades => Box::new(grades::GradesCsv::new(out, style.has_decisions)),
            ReportKind::Changes => {
                Box::new(changes_csv::ChangesCsv::new(out, style.against.as_ref()))
            }
            ReportKind::Worksheet => match style.worksheet.as_deref() {
                Some(form) => {
                    let Style { seeing, details, scale, .. } = *style;
                    let (form, note) = (form.clone(), pages.note());
                    Box::new(WorksheetReport::new(out, form, seeing, details, scale, note))
                }
                None => Box::new(Silent),
            },
            ReportKind::Statistics => Box::new(StatisticsText::new(out)),
            ReportKind::StatisticsJson => Box::new(StatisticsJson::new(out)),
            ReportKind::StatisticsCsv => Box::new(StatisticsCsv::new(out)),
            ReportKind::Failures => Box::new(CommentsTemplate::new(out, style.comments.clone())),
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

    /// Begins a report of this kind in several files; none where the kind has no such form.
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

    /// Returns whether the kind tells what has changed since an earlier run, if there is one.
    pub fn compares(self) -> bool {
        matches!(self, ReportKind::Human | ReportKind::Html | ReportKind::Changes)
    }

    /// Returns whether the kind requires that programs were run.
    pub fn is_of_submissions(self) -> bool {
        matches!(self, ReportKind::Grades | ReportKind::Worksheet | ReportKind::Students(_))
            || self.tells_equal_failures()
    }

    /// Returns whether students read the report, or their platform.
    pub fn is_for_students(self) -> bool {
        matches!(self, ReportKind::Worksheet | ReportKind::Students(_))
    }

    /// Returns whether the kind tells which failures are equal.
    pub fn tells_equal_failures(self) -> bool {
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
    let comments = style.comments.clone().unwrap_or_default();
    let students = Students::new(files, layout, style.seeing, style.details, pages.note());
    Box::new(students.commented(comments).scaled(style.scale))
}
