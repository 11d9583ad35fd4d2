//! Packages on the command line: a folder, or an archive of one.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use referee_base::archive::{self, ArchiveBounds};
use referee_base::fault::{Fault, show, show_as};
use referee_base::files::{self, LinkBoundary, TemporaryFolder};
use referee_base::plural;
use referee_checker::text::escape;
use referee_intake::finding;
use referee_intake::submission::{FindOptions, FoundSubmissions};
use referee_package::{Diagnostic, Diagnostics, Package, Severity, Work};
use referee_problem::cases::PROBLEM_FILE;
use referee_problem::{Packaged, ProblemSelection, set_entry_point};
use referee_programs::MAX_BYTES;
use referee_programs::language::Languages;

const BOUNDS: ArchiveBounds = ArchiveBounds {
    entries: 1_000_000,
    entry_bytes: 4 << 30,
    bytes: 16 << 30,
    is_unwanted: |_| false,
};

/// The maximum number of errors that are listed if a command continues in spite of them.
const MAX_NAMED: usize = 3;

/// A package that was read, and its diagnostics.
pub struct OpenedPackage {
    /// Its problem.
    pub problem: Packaged,
    /// The errors and warnings about it.
    pub diagnostics: Diagnostics,
}

/// Reads the package at a path; `None` if there is none.
///
/// # Errors
/// The path is an archive that cannot be extracted or does not hold a single package.
pub fn open(path: &Path, named: &ProblemSelection) -> Result<Option<OpenedPackage>, Fault> {
    let mut diagnostics = Diagnostics::default();
    let (folder, name, links, unpacked) = match archive::stem(path).filter(|_| path.is_file()) {
        Some(stem) => {
            let unpacked = unpack(path, &mut diagnostics)?;
            let folder = root(path, stem, unpacked.path(), &mut diagnostics)?;
            show_as(&folder, path);
            let links = LinkBoundary::of_folder(&folder);
            (folder, stem.to_string(), links, Some(unpacked))
        }
        // A `problem.toml` contains more about a problem than a package does, and takes precedence.
        None if referee_package::is_package(path) && !path.join(PROBLEM_FILE).is_file() => {
            let absolute = path.canonicalize().map_err(|error| Fault::cannot_read(path, &error))?;
            let name = absolute.file_name().unwrap_or_default().to_string_lossy().into_owned();
            (path.to_path_buf(), name, links(path, named.root.as_deref())?, None)
        }
        None => return Ok(None),
    };
    let package = Package::read_within(links, &folder, &name, &mut diagnostics);
    let problem = Packaged::new(package, unpacked, &named.tool_runner, &mut diagnostics);
    Ok(Some(OpenedPackage { problem, diagnostics }))
}

/// Returns the boundary for links of a package folder: the folder that the user names, or else the
/// repository around the package.
///
/// # Errors
/// The package is not in the folder that the user names.
pub fn links(folder: &Path, root: Option<&Path>) -> Result<LinkBoundary, Fault> {
    match root {
        Some(root) => LinkBoundary::within(root, folder),
        None => Ok(LinkBoundary::of_repository(folder)),
    }
}

fn unpack(path: &Path, diagnostics: &mut Diagnostics) -> Result<TemporaryFolder, Fault> {
    let folder = TemporaryFolder::new()?;
    for entry in archive::unpack(path, folder.path(), &BOUNDS)? {
        let message = format!("this entry of the archive was left out: {}", entry.why);
        diagnostics.error(entry.name, message);
    }
    Ok(folder)
}

/// Returns the package folder in an extracted archive: the whole archive, or the only package
/// folder in it.
fn root(
    path: &Path,
    stem: &str,
    unpacked: &Path,
    diagnostics: &mut Diagnostics,
) -> Result<PathBuf, Fault> {
    if referee_package::is_package(unpacked) {
        return Ok(unpacked.to_path_buf());
    }
    let cannot_read = |error| Fault::cannot_read(unpacked, &error);
    let entries = fs::read_dir(unpacked).map_err(cannot_read)?;
    let entries: Vec<PathBuf> = entries.filter_map(Result::ok).map(|entry| entry.path()).collect();
    let mut packages = entries.iter().filter(|entry| referee_package::is_package(entry));
    match (packages.next(), packages.next()) {
        (Some(only), None) => {
            let name = only.file_name().unwrap_or_default().to_string_lossy();
            if name != stem {
                let message = format!("the folder in the archive is named `{name}`, not `{stem}`");
                diagnostics.warning("", message);
            }
            Ok(only.clone())
        }
        (Some(_), Some(_)) => Err(Fault::bad_input("there are several packages in it")
            .at(path)
            .help("unpack it and name one of them")),
        _ => {
            let message = format!("there is no package in it: no {}", referee_package::FILE);
            Err(referee_package::or_of_polygon(Fault::bad_input(message).at(path), unpacked))
        }
    }
}

impl OpenedPackage {
    /// Returns the problem if this work is possible with it, and the errors that do not prevent the
    /// work.
    ///
    /// # Errors
    /// An error makes the work impossible.
    pub fn usable(
        self,
        path: &Path,
        work: Work,
    ) -> Result<(Arc<Packaged>, Vec<Diagnostic>), Fault> {
        let diagnostics = self.diagnostics.sorted();
        if let Some(first) = diagnostics.iter().find(|diagnostic| diagnostic.blocks(work)) {
            let Diagnostic { path: below, place, message, .. } = first;
            let place_of = if below.is_empty() { path.to_path_buf() } else { path.join(below) };
            let lists = format!("`referee validate {}` lists all errors", show(path));
            let fault = Fault::bad_input(message.clone()).at(place_of).help(lists);
            return Err(Fault { place: *place, ..fault });
        }
        let is_error = |diagnostic: &Diagnostic| diagnostic.severity == Severity::Error;
        Ok((Arc::new(self.problem), diagnostics.into_iter().filter(is_error).collect()))
    }
}

/// Describes the errors of a package in spite of which a command continues: a line for each of the
/// first, and one for all others.
pub fn passed_over(path: &Path, errors: &[Diagnostic]) -> Vec<String> {
    let (named, others) = errors.split_at(errors.len().min(MAX_NAMED));
    let line = |error: &Diagnostic| match &error.help {
        Some(help) => format!("{error} ({})", escape(help.as_bytes())),
        None => error.to_string(),
    };
    let count = plural(others.len(), "more error", "more errors");
    let lists = || format!("the package has {count}; `referee validate {}` lists all", show(path));
    named.iter().map(line).chain((!others.is_empty()).then(lists)).collect()
}

/// Finds the selected submissions, or all in the package, each with its expected results.
///
/// # Errors
/// There are no submissions, or they cannot be read.
pub fn submissions(
    problem: &Packaged,
    named: &[PathBuf],
    languages: &Languages,
    options: &FindOptions,
) -> Result<FoundSubmissions, Fault> {
    let folder = problem.package.path("submissions");
    let mut found = FoundSubmissions::default();
    if named.is_empty() {
        if !folder.is_dir() {
            let fault = Fault::bad_input("there are no submissions in this package");
            return Err(fault.at(folder).help("name the submissions to judge"));
        }
        found = finding::find_in_package(&problem.package, languages)?;
        if problem.is_archive() {
            found.submissions.iter_mut().for_each(|one| one.path = None);
        }
    }
    for path in named {
        found.add(finding::find(path, languages, options)?);
    }
    for one in &mut found.submissions {
        set_entry_point(&problem.package, &one.name, &mut one.source, languages)?;
        one.refused = problem.refused(&one.source);
        problem.complete(&mut one.source)?;
        let start =
            one.source.files.iter().filter_map(|file| {
                files::read_at_most(&one.source.folder.join(file), MAX_BYTES).ok()
            });
        let sources: Vec<u8> = start.flatten().collect();
        let expected = problem.package.submissions.expected(&one.name, &sources);
        one.expected = expected.map(Arc::new);
    }
    Ok(found)
}
