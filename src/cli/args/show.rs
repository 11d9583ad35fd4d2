//! The flags of `referee show`.

use std::path::PathBuf;

use clap::Args;

use super::ProblemArgs;

/// Draw a case, and the proof or refutation of an output
///
/// CASE is an input file, or the name of a case prefixed by its case folder, package or shipped
/// problem. If a problem has no drawings, the starts of the files are shown.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  referee show infinity-war/sample/02-tie\n  \
    referee show my-package/secret/2-large my.out --svg claim.svg")]
pub(in crate::cli) struct ShowArgs {
    /// The case
    pub(in crate::cli) case: PathBuf,
    /// An output for the case
    pub(in crate::cli) output: Option<PathBuf>,
    /// Write the drawing to FILE as an image
    #[arg(long, value_name = "FILE.svg")]
    pub(in crate::cli) svg: Option<PathBuf>,
    /// Overwrite an existing FILE
    #[arg(long, requires = "svg")]
    pub(in crate::cli) force: bool,
    #[command(flatten)]
    pub(in crate::cli) problem: ProblemArgs,
}
