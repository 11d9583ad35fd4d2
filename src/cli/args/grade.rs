//! The flags of `referee grade`.

use std::path::PathBuf;

use clap::Args;

use super::strictness::StrictnessArgs;

/// Grade a class: all that grades depend on stands in its course.toml
///
/// Judges what was handed in, applies due times and decisions, and writes grades, the filled
/// worksheet, feedback and a page into a new folder of results.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  referee new --course exercise-3\n  \
    referee grade exercise-3\n  \
    referee grade --publish exercise-3")]
pub(in crate::cli) struct GradeArgs {
    /// The folder of the course.toml
    #[arg(value_name = "FOLDER", default_value = ".")]
    pub(in crate::cli) folder: PathBuf,
    /// Judge nothing, and mark the last run, or the one of this name, as published: later runs are
    /// compared with it
    #[arg(long, value_name = "RUN", num_args = 0..=1, require_equals = true)]
    pub(in crate::cli) publish: Option<Option<String>>,
    #[command(flatten)]
    pub(in crate::cli) strictness: StrictnessArgs,
}
