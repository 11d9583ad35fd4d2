//! Reads the programs of a package, with what it adds to their sources.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::jury_program::{JuryProgram, ToolRunner};
use referee_base::fault::Fault;
use referee_base::files::LinkBoundary;
use referee_package::Package;
use referee_programs::Source;
use referee_programs::language::Languages;

/// Returns a program of a package with the limits of its validators, by its path below it.
///
/// # Errors
/// There is no such program.
pub fn package_program(
    what: &'static str,
    package: &Package,
    path: &str,
    tool_runner: &Arc<ToolRunner>,
) -> Result<JuryProgram, Fault> {
    let source = source_of(package, path, Source::of_tool, tool_runner.languages())?;
    let tool = JuryProgram::of_source(what, path.to_string(), source, tool_runner);
    Ok(tool.within(&package.metadata.limits))
}

/// Reads the sources of a program.
type ReadSource = fn(&Path, &Languages, Option<&LinkBoundary>) -> Result<Source, Fault>;

/// Reads a program of a package by its path below it. Links are followed within the boundary of the
/// package, and constants are substituted.
///
/// # Errors
/// There is no such program.
pub fn source_of(
    package: &Package,
    path: &str,
    read: ReadSource,
    languages: &Languages,
) -> Result<Source, Fault> {
    let path = package.path(path);
    let target = path.canonicalize().map_err(|error| Fault::cannot_read(&path, &error))?;
    let source = read(&target, languages, Some(package.links()))?;
    Ok(Source { constants: Arc::clone(&package.metadata.constants), ..source })
}

/// Reads a submission that computes answers, like [`source_of`], with the files that it includes
/// and the one to start.
///
/// # Errors
/// Those of [`source_of`]; or a file to include cannot be read.
pub fn solution_of(package: &Package, path: &str, languages: &Languages) -> Result<Source, Fault> {
    let mut source = source_of(package, path, Source::read, languages)?;
    if let Some(name) = path.strip_prefix("submissions/") {
        set_entry_point(package, name, &mut source, languages)?;
    }
    complete(package, &mut source)?;
    Ok(source)
}

/// Sets the file of a submission to start, if `submissions.yaml` names one. `name` is its path
/// below `submissions`.
///
/// # Errors
/// A file cannot be read.
pub fn set_entry_point(
    package: &Package,
    name: &str,
    source: &mut Source,
    languages: &Languages,
) -> Result<(), Fault> {
    let entry = package.submissions.entry_point(name);
    match entry.filter(|entry| source.files.iter().any(|file| file == entry)) {
        Some(entry) => source.start(entry, languages),
        None => Ok(()),
    }
}

/// Adds to a source what a package provides for all submissions in its language. Constants are
/// substituted in its own files only if they are the package's.
pub(super) fn complete(package: &Package, source: &mut Source) -> Result<(), Fault> {
    source.constants = Arc::clone(&package.metadata.constants);
    source.keeps_own_files = !is_below(&source.folder, &package.path("submissions"));
    match included(package, &source.language.name) {
        Some(folder) => source.include(&folder, package.links()),
        None => Ok(()),
    }
}

/// Returns whether a folder is, or leads to, another one or one below it.
fn is_below(folder: &Path, other: &Path) -> bool {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    folder.starts_with(other) || real(folder).starts_with(real(other))
}

/// Returns the folder of files to include with submissions in a language, or the default one.
fn included(package: &Package, language: &str) -> Option<PathBuf> {
    let also = if language == "python" { "python3" } else { language };
    let folders = [language, also, "default"].map(|name| package.find("include", name));
    folders.into_iter().flatten().map(|folder| package.path(&folder)).find(|folder| folder.is_dir())
}
