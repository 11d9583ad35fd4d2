//! The flags of `referee export`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::choice::by_name;
use super::quantity;
use referee_export::Format;

/// Write a problem as a package for other judges
///
/// Exports statement, cases, validators built from the checker's own sources, and jury submissions;
/// the same problem gives the same bytes on every machine. A package is converted to another
/// format; anything that this format cannot represent is listed.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  referee export infinity-war --format icpc-legacy --out infinitywar.zip\n  \
    referee export infinity-war --format icpc-2025-09 --out infinitywar/\n  \
    referee export sum.zip --format icpc-2025-09 --out new/sum.zip"
)]
pub(in crate::cli) struct ExportArgs {
    /// A shipped problem (see `referee problems`), a folder with a problem.toml, or a package, as a
    /// folder or archive
    #[arg(value_name = "PROBLEM|PACKAGE")]
    pub(in crate::cli) problem: String,
    /// The format of the package
    #[arg(long, value_name = "FORMAT", value_parser = by_name(Format::ALL, Format::name))]
    pub(in crate::cli) format: Format,
    /// The package to write: an archive, or a folder if the name ends in /
    #[arg(long, value_name = "FILE|DIR/")]
    pub(in crate::cli) out: PathBuf,
    /// The case folder [default: the one set in problem.toml, or newly generated cases of the
    /// built-in recipe]
    #[arg(long, value_name = "DIR")]
    pub(in crate::cli) cases: Option<PathBuf>,
    /// Set an option of the problem's checker (see `referee problems`); can be repeated
    #[arg(long = "checker-option", value_name = "NAME")]
    pub(in crate::cli) options: Vec<String>,
    /// Write this time limit: in seconds, or as 2s or 500ms [default: the problem's, or the one
    /// inferred by `judge`]
    #[arg(long = "time-limit", value_name = "SECONDS", value_parser = quantity::seconds)]
    pub(in crate::cli) time: Option<Duration>,
    /// Follow links of a package that stay inside this folder [default: the repository of the
    /// package]
    #[arg(long, value_name = "DIR")]
    pub(in crate::cli) root: Option<PathBuf>,
    /// Overwrite existing files
    #[arg(long)]
    pub(in crate::cli) force: bool,
}
