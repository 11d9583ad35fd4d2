//! How this program was built. Nothing here is read from a repository when the program runs: an installed program has none.

use serde::Serialize;

/// The build of this program.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct BuildInfo {
    pub(crate) version: &'static str,
    /// The commit, if the builder said it or the package was made from one.
    pub(crate) commit: Option<&'static str>,
    /// The hash of all sources that verdicts may depend on.
    pub(crate) sources: &'static str,
    pub(crate) profile: &'static str,
    /// The features of the crate that are on.
    pub(crate) features: Vec<&'static str>,
    pub(crate) target: &'static str,
    pub(crate) compiler: &'static str,
}

impl BuildInfo {
    /// Returns what the build script has written down.
    pub(crate) fn of_this() -> BuildInfo {
        let said = |text: &'static str| Some(text).filter(|text| !text.is_empty());
        BuildInfo {
            version: env!("CARGO_PKG_VERSION"),
            commit: said(env!("REFEREE_COMMIT")),
            sources: env!("REFEREE_SOURCES"),
            profile: env!("REFEREE_PROFILE"),
            features: env!("REFEREE_FEATURES").split_whitespace().collect(),
            target: env!("REFEREE_TARGET"),
            compiler: env!("REFEREE_COMPILER"),
        }
    }
}
