//! `problem.toml`: which problem the cases in a folder belong to.
//!
//! It is looked for in the folder of a case and then in the folders above it. The format is
//! documented in docs/cases.md.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use referee_generators::document::Table;

use crate::fault::Fault;
use crate::files;
use crate::points::{Groups, Scheme};
use crate::problems::{self, Shipped};

/// The name of the file.
pub const NAME: &str = "problem.toml";

/// What the command line says about the problem.
#[derive(Debug, Clone, Default)]
pub struct Named {
    /// The problem; `problem.toml` says which where this does not.
    pub problem: Option<String>,
    /// Options of its checker, beside those of `problem.toml` where that names the problem.
    pub options: Vec<String>,
}

/// The problem of the cases in `folder`: the one that is named on the command line, or else the one
/// that the nearest `problem.toml` at or above the folder names.
///
/// # Errors
/// There is no such file, it cannot be read, or it names no problem or option we know.
pub fn problem_of(folder: &Path, named: &Named) -> Result<Shipped, Fault> {
    let problem = match &named.problem {
        Some(name) => problems::find(name),
        None => problem_at(folder),
    }?;
    named.options.iter().try_fold(problem, |problem, option| problem.with_option(option))
}

fn problem_at(folder: &Path) -> Result<Shipped, Fault> {
    match nearest(folder)? {
        Some(path) => read(&path),
        None => Err(Fault::bad_input(format!("there is no {NAME} here or in a folder above"))
            .at(folder)
            .help(format!("name the problem with --problem, or write a {NAME} with the lines `format = 1` and `problem = \"...\"`"))),
    }
}

/// The nearest `problem.toml` at or above a folder.
fn nearest(folder: &Path) -> Result<Option<PathBuf>, Fault> {
    // As long as the path goes down only, the folders above are those that the user wrote.
    let goes_up = folder.components().any(|part| part == Component::ParentDir);
    let written = if goes_up { None } else { Some(folder) };
    let written = written.into_iter().flat_map(Path::ancestors);
    if let Some(path) = written.map(|above| above.join(NAME)).find(|path| path.is_file()) {
        return Ok(Some(path));
    }
    // The folders above a relative path, and those above `..`, are found only once it is absolute.
    let absolute = match goes_up {
        true => folder.canonicalize(),
        false => std::path::absolute(folder),
    };
    let absolute = absolute.map_err(|error| Fault::cannot_read(folder, &error))?;
    Ok(absolute.ancestors().map(|above| above.join(NAME)).find(|path| path.is_file()))
}

/// What the cases below `folder`, by name, are worth by the `problem.toml` in it; nothing where there is none in it: the
/// groups are those of all cases, and not of a part of them.
///
/// # Errors
/// It cannot be read; a group has no case, or a case is in two groups.
pub fn scheme(folder: &Path, cases: &[Arc<str>]) -> Result<Option<Scheme>, Fault> {
    let path = folder.join(NAME);
    if !path.is_file() {
        return Ok(None);
    }
    let text = files::read_text(&path)?;
    let document = |error| Fault::document(&path, &error, &text);
    let groups = Table::parse(&text).and_then(|mut table| Groups::read(&mut table));
    let groups = groups.map_err(document)?;
    groups.map(|groups| groups.share_out(cases).map_err(document)).transpose()
}

fn read(path: &Path) -> Result<Shipped, Fault> {
    let text = files::read_text(path)?;
    let document = |error| Fault::document(path, &error, &text);
    let mut table = Table::parse(&text).map_err(document)?;
    if table.integer("format", 1, 1).map_err(document)?.is_none() {
        return Err(document(table.missing("format")));
    }
    let (name, place) = table.required_text("problem").map_err(document)?;
    let options = table.texts("options").map_err(document)?;
    Groups::read(&mut table).map_err(document)?;
    table.finish().map_err(document)?;
    let at = |place| move |fault: Fault| Fault { place: Some(place), ..fault.at(path) };
    let problem = problems::find(&name).map_err(at(place))?;
    options.into_iter().try_fold(problem, |problem, (option, place)| {
        problem.with_option(&option).map_err(at(place))
    })
}
