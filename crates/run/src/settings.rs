//! User settings: the languages in `referee.toml`.
//!
//! This file decides which commands are run and what programs may read. So it counts only where the
//! caller has put it: above the problem, and in the folder of neither the problem nor any program,
//! which come from others. If a program lies deep in the folder of its author, nothing shows how
//! far up that folder reaches; a problem that also lies below the file does.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::output::OutputSettings;
use referee_base::fault::{Fault, show};
use referee_base::files::{self, everyone};
use referee_package as package;
use referee_problem::ProblemSelection;
use referee_problem::cases::PROBLEM_FILE;
use referee_programs::language::Languages;
use referee_sandbox::Isolation;

const NAME: &str = "referee.toml";

/// The paths of a command that works on nothing besides problems, or on no problem.
pub const NOTHING: [&Path; 0] = [];

/// Returns the built-in languages, with those in the file that the caller names, or else in the
/// nearest trusted `referee.toml` at or above the current folder; `problems` and `others` are the
/// paths that the command works on.
///
/// # Errors
/// The file cannot be read, or is malformed.
pub fn languages<P: AsRef<Path>, O: AsRef<Path>>(
    named: Option<&Path>,
    problems: impl IntoIterator<Item = P>,
    others: impl IntoIterator<Item = O>,
    output: &OutputSettings,
) -> Result<Languages, Fault> {
    let (path, text) = match named {
        Some(path) => (path.to_path_buf(), files::read_named_text(path)?),
        None => match nearest(&Given::at(problems, others), output) {
            Some(path) => (path.clone(), files::read_text(&path)?),
            None => return Ok(Languages::shipped()),
        },
    };
    if named.is_none() {
        output.note(&format!("languages of {}", show(&path)));
    }
    let languages = Languages::shipped().with(&text);
    let mut languages = languages.map_err(|error| Fault::document(&path, &error, &text))?;
    languages.file = Some(show(&path).to_string());
    Ok(languages)
}

/// Returns the selection of the problem at a path, whichever it is, with the user's languages.
///
/// # Errors
/// Those of [`languages`].
pub fn selection(path: &Path, output: &OutputSettings) -> Result<ProblemSelection, Fault> {
    let languages = languages(None, [path], NOTHING, output)?;
    let tool_runner = Arc::new(output.tool_runner(Isolation::Auto, languages));
    Ok(ProblemSelection { tool_runner, ..ProblemSelection::default() })
}

/// Returns the nearest trusted file, as seen from the current folder. Files that are skipped are
/// reported with the reason.
fn nearest(given: &Given, output: &OutputSettings) -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    let mut way = PathBuf::new();
    for folder in here.ancestors() {
        let path = folder.join(NAME);
        if path.is_file() {
            let Some(why) = given.why_not_trusted(&path) else { return Some(way.join(NAME)) };
            output.warn(&format!(
                "{} is ignored: {why}. If it is yours, name it with --languages, or put it into a folder above \
                 the problem and everything that is judged",
                show(&path)
            ));
        }
        way.push("..");
    }
    None
}

/// The paths that a command works on, with links resolved.
struct Given {
    problems: Vec<PathBuf>,
    /// The folders of all these paths.
    folders: Vec<PathBuf>,
}

impl Given {
    fn at<P: AsRef<Path>, O: AsRef<Path>>(
        problems: impl IntoIterator<Item = P>,
        others: impl IntoIterator<Item = O>,
    ) -> Given {
        // The name of a case is not a path: then its folder is.
        let found = |path: &Path| path.ancestors().find_map(|path| path.canonicalize().ok());
        let problems: Vec<PathBuf> =
            problems.into_iter().filter_map(|path| found(path.as_ref())).collect();
        let others = others.into_iter().filter_map(|path| found(path.as_ref()));
        let all = problems.iter().cloned().chain(others);
        let folders = all.filter_map(|path| {
            if path.is_dir() { Some(path) } else { path.parent().map(Path::to_path_buf) }
        });
        Given { folders: folders.collect(), problems }
    }

    /// Returns why a file is not trusted; `None` if it is.
    fn why_not_trusted(&self, path: &Path) -> Option<&'static str> {
        let folder = path.parent()?.canonicalize().ok()?;
        // The file may be a link.
        let file = path.canonicalize().ok()?;
        let is_within = |given: &PathBuf| [&folder, &file].iter().any(|path| is_in(path, given));
        if self.folders.iter().any(is_within) {
            return Some("it is in a folder that this command works on");
        }
        let is_of_problem =
            |folder: &Path| package::is_package(folder) || folder.join(PROBLEM_FILE).is_file();
        if folder.ancestors().any(is_of_problem) {
            return Some("it is in the folder of a problem");
        }
        if !self.problems.iter().all(|problem| is_in(problem, &folder)) {
            return Some(
                "it is not in a folder above the problem, so it may come from the author of the programs",
            );
        }
        everyone::may_have_planted(path).then_some("another user has put it there")
    }
}

/// Returns whether a path is a folder or lies in it, under whatever name the folder is mounted.
fn is_in(path: &Path, folder: &Path) -> bool {
    path.ancestors().any(|above| files::is_same(above, folder))
}
