//! User settings: the languages in `referee.toml`.
//!
//! This file says which commands are run and what programs may read. So it counts only where the caller put it: not within the
//! submissions, nor in the problem folder, which both come from others.

use std::path::{Path, PathBuf};

use super::output::OutputSettings;
use crate::cases::PROBLEM_FILE;
use crate::programs::language::Languages;
use referee_base::fault::{Fault, show};
use referee_base::files::{self, everyone};
use referee_package as package;

/// The name of the file.
const NAME: &str = "referee.toml";

/// Returns the built-in languages, with those of the file that the caller names, or else of the nearest trusted `referee.toml` at or
/// above the current folder; `given` are the paths that the command works on.
///
/// # Errors
/// The file cannot be read, or is malformed.
pub(super) fn languages<P: AsRef<Path>>(
    named: Option<&Path>,
    given: impl IntoIterator<Item = P>,
    output: &OutputSettings,
) -> Result<Languages, Fault> {
    let shipped = Languages::shipped();
    let (path, text) = match named {
        Some(path) => (path.to_path_buf(), files::read_named_text(path)?),
        None => match nearest(given, output) {
            Some(path) => (path.clone(), files::read_text(&path)?),
            None => return Ok(shipped),
        },
    };
    shipped.with(&text).map_err(|error| Fault::document(&path, &error, &text))
}

/// Returns the nearest trusted file. Files that are passed over are reported with the reason.
fn nearest<P: AsRef<Path>>(
    given: impl IntoIterator<Item = P>,
    output: &OutputSettings,
) -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    let mut all = here.ancestors().map(|folder| folder.join(NAME)).filter(|path| path.is_file());
    let mut next = all.next()?;
    let given: Vec<PathBuf> = given
        .into_iter()
        .filter_map(|path| path.as_ref().canonicalize().ok().filter(|path| path.is_dir()))
        .collect();
    loop {
        let Some(why) = why_not_trusted(&next, &given) else { return Some(next) };
        output.warn(&format!(
            "{} is passed over: {why}. If it is yours, name it with --languages, or put it into a folder above",
            show(&next)
        ));
        next = all.next()?;
    }
}

/// Returns why a file is not trusted; none if it is.
fn why_not_trusted(path: &Path, given: &[PathBuf]) -> Option<&'static str> {
    let folder = path.parent()?.canonicalize().ok()?;
    if given.iter().any(|given| folder.starts_with(given)) {
        return Some("it lies in what this command works on");
    }
    let is_of_problem =
        |folder: &Path| package::is_package(folder) || folder.join(PROBLEM_FILE).is_file();
    if folder.ancestors().any(is_of_problem) {
        return Some("it lies in the folder of a problem");
    }
    everyone::may_have_planted(path).then_some("another user has put it there")
}
