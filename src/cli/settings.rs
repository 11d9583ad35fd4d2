//! A user's own settings: the languages in `referee.toml`.

use std::path::{Path, PathBuf};

use crate::fault::Fault;
use crate::files;
use crate::programs::language::Languages;

/// The name of the file.
const NAME: &str = "referee.toml";

/// The languages that ship, with those of a file, or else of the nearest `referee.toml` at or above the current folder.
///
/// # Errors
/// The file cannot be read, or is not what it must be.
pub(super) fn languages(file: Option<&Path>) -> Result<Languages, Fault> {
    let shipped = Languages::shipped();
    let Some(path) = file.map(Path::to_path_buf).or_else(nearest) else { return Ok(shipped) };
    let text = files::read_text(&path)?;
    shipped.with(&text).map_err(|error| Fault::document(&path, &error, &text))
}

/// Not one beside the problem: what it makes readable is for the user to say, and problems come from strangers.
fn nearest() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    here.ancestors().map(|folder| folder.join(NAME)).find(|path| path.is_file())
}
