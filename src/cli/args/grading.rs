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
    /// A table of grades that --report worksheet fills in: Moodle's grading worksheet, Canvas' gradebook, or any CSV
    #[arg(long, value_name = "FILE.csv")]
    pub(in crate::cli) worksheet: Option<PathBuf>,
    /// Which of its columns are which, as 'id=TITLE,grade=TITLE,feedback=TITLE,time=TITLE'
    #[arg(long, value_name = "TITLES", value_parser = ColumnNames::parse, requires = "worksheet")]
    pub(in crate::cli) columns: Option<ColumnNames>,
}

/// How grades are made and where they go.
#[derive(Debug, Default, PartialEq, Args)]
pub(in crate::cli) struct GradingArgs {
    #[command(flatten)]
    pub(in crate::cli) sheet: WorksheetArgs,
    /// When submissions are due, as '2026-11-22 23:59' by the platform's clock, or with a zone
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(in crate::cli) due: Option<Moment>,
    /// What being late costs of the points earned, as '10%/day, 3 days, grace 15 minutes'
    #[arg(long, value_name = "RULE", value_parser = LateRule::parse, requires = "due")]
    pub(in crate::cli) late: Option<LateRule>,
    /// A table of students whose submissions are due later: rows `ID,TIME` or `ID,+3 days`
    #[arg(long, value_name = "FILE.csv", requires = "due")]
    pub(in crate::cli) extensions: Option<PathBuf>,
    /// A list of students whose grades and feedback are not written out, a line each
    #[arg(long = "withhold", value_name = "FILE")]
    pub(in crate::cli) hold: Option<PathBuf>,
    /// Grade without the flags of a course that the last run with this record had
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
        GradingSpec { sheet: sheet.spec(), due, late, extensions, hold, forget_course }
    }
}

fn parse_time(text: &str) -> Result<Moment, String> {
    Moment::parse(text).map_err(|error| format!("{error}; {HOW_TO_WRITE}"))
}
