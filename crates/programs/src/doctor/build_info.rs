//! How this program was built. Nothing here is read from a repository at run time: an installed
//! program has none.

use serde::Serialize;

/// The build of this program.
#[derive(Debug, Clone, Serialize)]
pub struct BuildInfo {
    /// The version of the package.
    pub version: &'static str,
    /// The commit, if the builder specified it or the package was made from one.
    pub commit: Option<&'static str>,
    /// The hash of all sources that verdicts may depend on.
    pub sources: &'static str,
    /// The profile of the build, `release` or `debug`.
    pub profile: &'static str,
    /// The features of the crate that are on.
    pub features: Vec<&'static str>,
    /// The target triple.
    pub target: &'static str,
    /// The version of the Rust compiler.
    pub compiler: &'static str,
}
