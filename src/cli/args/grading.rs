//! The flags of a course: worksheets, due times, and who is held back.

use std::path::PathBuf;

use clap::Args;

use referee_course::ColumnNames;
use referee_course::late::LateRule;
use referee_intake::hand_in::moment::{HOW_TO_WRITE, Moment};
use referee_run::{GradingSpec, SheetSpec};

/// The table that grades go to.
#[derive(Debug, Default, PartialEq, Args)]
pub(in crate::cli) struct WorksheetArgs {
    /// The table of grades that --report worksheet fills in: Moodle's grading worksheet, Canvas'
    /// gradebook, or any CSV
    #[arg(long, value_name = "FILE.csv")]
    pub(in crate::cli) worksheet: Option<PathBuf>,
    /// The columns of the worksheet, as 'id=TITLE,grade=TITLE,feedback=TITLE,time=TITLE'
    #[arg(long, value_name = "TITLES", value_parser = ColumnNames::parse, requires = "worksheet")]
    pub(in crate::cli) columns: Option<ColumnNames>,
}

/// How grades are made and where they go.
#[derive(Debug, Default, PartialEq, Args)]
pub(in crate::cli) struct GradingArgs {
    #[command(flatten)]
    pub(in crate::cli) sheet: WorksheetArgs,
    /// When submissions are due: '2026-11-22 23:59' by the platform's clock, or with a time zone
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(in crate::cli) due: Option<Moment>,
    /// What being late costs, of the points earned: '10%/day, 3 days, grace 15 minutes'
    #[arg(long, value_name = "RULE", value_parser = LateRule::parse, requires = "due")]
    pub(in crate::cli) late: Option<LateRule>,
    /// Students with more time: rows `ID,TIME` or `ID,+3 days`
    #[arg(long, value_name = "FILE.csv", requires = "due")]
    pub(in crate::cli) extensions: Option<PathBuf>,
    /// Do not write grades and feedback of the students in this file, one a line
    #[arg(long = "withhold", value_name = "FILE")]
    pub(in crate::cli) hold: Option<PathBuf>,
    /// Grade without the course flags of the last run with this record
    #[arg(long)]
    pub(in crate::cli) forget_course: bool,
}

impl WorksheetArgs {
    /// The table that grades go to.
    pub(in crate::cli) fn spec(self) -> SheetSpec {
        let WorksheetArgs { worksheet, columns } = self;
        SheetSpec { worksheet, columns }
    }
}

impl GradingArgs {
    /// How grades are made and where they go.
    pub(super) fn spec(self) -> GradingSpec {
        let GradingArgs { sheet, due, late, extensions, hold, forget_course } = self;
        let sheet = sheet.spec();
        GradingSpec { sheet, due, late, extensions, hold, forget_course, exercise: None }
    }
}

fn parse_time(text: &str) -> Result<Moment, String> {
    Moment::parse(text).map_err(|error| format!("{error}; {HOW_TO_WRITE}"))
}
