//! `--only`: selects cases by patterns of their names.

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};

use referee_base::fault::Fault;

/// Compiles the patterns into one set; `None` if there are no patterns.
///
/// # Errors
/// A pattern is not well-formed.
pub fn globs(patterns: &[String]) -> Result<Option<GlobSet>, Fault> {
    if patterns.is_empty() {
        return Ok(None);
    }
    let wrong = |error: globset::Error| {
        Fault::bad_input(format!("--only: {error}")).help("as in --only 'secret/2*'")
    };
    let mut set = GlobSetBuilder::new();
    for pattern in patterns {
        set.add(GlobBuilder::new(pattern).build().map_err(wrong)?);
    }
    set.build().map(Some).map_err(wrong)
}

/// Returns the fault that no case matches.
pub fn nothing(patterns: &[String]) -> Fault {
    Fault::bad_input(format!("no case matches --only {}", patterns.join(" --only ")))
}
