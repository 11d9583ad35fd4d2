//! The flags of `referee grade`.

use std::path::PathBuf;

use clap::Args;

use super::strictness::StrictnessArgs;

/// Grade a class: deadlines, points, feedback, worksheets (course.toml)
///
/// Judges the hand-ins, applies due times and decisions, and writes grades, the filled worksheet,
/// feedback and a page into a new folder of results.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  referee new --course exercise-3\n  \
    referee grade exercise-3\n  \
    referee grade exercise-3 --student 'Bob Ray'\n  \
    referee grade --publish exercise-3")]
pub(in crate::cli) struct GradeArgs {
    /// The folder of the course.toml
    #[arg(value_name = "FOLDER", default_value = ".")]
    pub(in crate::cli) folder: PathBuf,
    /// Judge nothing, and mark the last run, or the one of this name, as published: later runs are
    /// compared with it
    #[arg(long, value_name = "RUN", num_args = 0..=1, require_equals = true)]
    pub(in crate::cli) publish: Option<Option<String>>,
    /// Judge only one student's submission, explain everything, and write no results: by the
    /// student's name or number, or a unique part of the name
    #[arg(long, value_name = "NAME", conflicts_with = "publish")]
    pub(in crate::cli) student: Option<String>,
    /// The exercise of that submission, if the course has several
    #[arg(long, value_name = "NAME", requires = "student")]
    pub(in crate::cli) exercise: Option<String>,
    /// Judge that submission only on cases whose names match this pattern; can be repeated
    #[arg(long, value_name = "GLOB", requires = "student")]
    pub(in crate::cli) only: Vec<String>,
    #[command(flatten)]
    pub(in crate::cli) strictness: StrictnessArgs,
}
