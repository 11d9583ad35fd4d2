//! `problem.toml`: which problem the cases in a folder belong to.
//!
//! It is looked for in the folder of a case and then in the folders above it. The format is
//! documented in docs/cases.md.

use std::path::{Path, PathBuf};

use referee_generators::document::Table;

use crate::fault::Fault;
use crate::files;
use crate::problems::{self, Shipped};

/// The name of the file.
pub const NAME: &str = "problem.toml";

/// The problem of the cases in `folder`: the one `named` on the command line, or else the one that the
/// nearest `problem.toml` at or above the folder names.
///
/// # Errors
/// There is no such file, it cannot be read, or it names no problem we know.
pub fn problem_of(folder: &Path, named: Option<&str>) -> Result<Shipped, Fault> {
    if let Some(name) = named {
        return problems::find(name);
    }
    match nearest(folder)? {
        Some(path) => read(&path),
        None => Err(Fault::bad_input(format!("there is no {NAME} here or in a folder above"))
            .at(folder)
            .help(format!("name the problem with --problem, or write a {NAME} with the lines `format = 1` and `problem = \"...\"`"))),
    }
}

/// The nearest `problem.toml` at or above a folder.
fn nearest(folder: &Path) -> Result<Option<PathBuf>, Fault> {
    // The folders above a relative path are found only once it is absolute.
    let absolute = std::path::absolute(folder).map_err(|e| Fault::cannot_read(folder, &e))?;
    for (level, above) in absolute.ancestors().enumerate() {
        if above.join(NAME).is_file() {
            // Shown as the user wrote it, where that is possible.
            let shown = folder.ancestors().nth(level).map(|folder| folder.join(NAME));
            return Ok(Some(shown.filter(|path| path.is_file()).unwrap_or(above.join(NAME))));
        }
    }
    Ok(None)
}

fn read(path: &Path) -> Result<Shipped, Fault> {
    let text = files::read_text(path)?;
    let document = |error| Fault::document(path, &error, &text);
    let mut table = Table::parse(&text).map_err(document)?;
    if table.integer("format", 1, 1).map_err(document)?.is_none() {
        return Err(document(table.missing("format")));
    }
    let (name, place) = table.required_text("problem").map_err(document)?;
    table.finish().map_err(document)?;
    problems::find(&name).map_err(|fault| Fault { place: Some(place), ..fault.at(path) })
}
