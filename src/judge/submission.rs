//! Submissions on disk: a file, or a folder of files, with what it is meant to get.
//!
//! What a path means follows from what lies there. A file is a submission. A folder named by a verdict, or one
//! that is called `submissions`, holds submissions, as does one with such folders in it. Any other folder
//! with sources right in it is one submission of several files; else each thing in it is a submission, as in a
//! folder of students' folders. Links are not followed: they could lead anywhere.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{MAIN_SEPARATOR_STR, Path, PathBuf};
use std::sync::Arc;

use referee_checker::text::escape;

use super::expected::Expected;
use super::language::{Language, Languages};
use crate::fault::Fault;

/// The most bytes that the files of a submission have together.
const MOST_BYTES: u64 = 16 << 20;

/// The most files that a submission has.
const MOST_FILES: usize = 1000;

/// A submission on disk.
#[derive(Debug, Clone)]
pub struct Submission {
    /// Its path below the folder that was asked for, with `/` between parts.
    pub name: Arc<str>,
    /// The folder that its files lie in.
    pub folder: PathBuf,
    /// All its files, below the folder, sorted: sources, and what they may include.
    pub files: Vec<String>,
    /// Those of the language.
    pub sources: Vec<String>,
    /// The one of them that is started.
    pub main: String,
    /// What it is written in.
    pub language: Language,
    /// What it is meant to get, where its folder says so.
    pub expected: Option<&'static Expected>,
}

/// What was found: submissions, and what cannot be one, with the reason.
#[derive(Debug, Default)]
pub struct Found {
    /// The submissions, by name.
    pub submissions: Vec<Submission>,
    /// What cannot be judged, by name: files of no known language, empty folders.
    pub others: Vec<(Arc<str>, Fault)>,
}

/// Finds submissions at a path.
///
/// # Errors
/// There is nothing at the path, or it cannot be read.
pub fn find(path: &Path, languages: &Languages) -> Result<Found, Fault> {
    let path = &path.canonicalize().map_err(|error| Fault::cannot_read(path, &error))?;
    let mut found = Found::default();
    // Names begin below the folder that holds folders of verdicts, wherever the path points to.
    let above = path.parent().unwrap_or(path);
    let root = match Expected::of_folder(name_of(above)) {
        Some(_) if !is_shelf(path)? => above.parent().unwrap_or(above),
        _ if path.is_file() || Expected::of_folder(name_of(path)).is_some() => above,
        _ if is_shelf(path)? => path,
        _ => above,
    };
    let mut walk = Walk { root, languages, found: &mut found };
    walk.visit(path)?;
    found.submissions.sort_by(|a, b| a.name.cmp(&b.name));
    found.others.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(found)
}

/// Whether a folder holds submissions, rather than being one.
fn is_shelf(path: &Path) -> Result<bool, Fault> {
    if !path.is_dir() {
        return Ok(false);
    }
    let name = name_of(path);
    if name == "submissions" || Expected::of_folder(name).is_some() {
        return Ok(true);
    }
    let entries = entries(path)?;
    let holds_verdicts =
        |entry: &&PathBuf| entry.is_dir() && Expected::of_folder(name_of(entry)).is_some();
    Ok(entries.iter().any(|entry| holds_verdicts(&entry))
        || (!entries.is_empty() && !entries.iter().any(|entry| entry.is_file())))
}

struct Walk<'a> {
    root: &'a Path,
    languages: &'a Languages,
    found: &'a mut Found,
}

impl Walk<'_> {
    fn visit(&mut self, path: &Path) -> Result<(), Fault> {
        if !path.is_symlink() && is_shelf(path)? {
            return entries(path)?.iter().try_for_each(|entry| self.visit(entry));
        }
        let name: Arc<str> = match path.strip_prefix(self.root).ok().and_then(Path::to_str) {
            Some(name) if escape(name.as_bytes()) == name => {
                name.replace(MAIN_SEPARATOR_STR, "/").into()
            }
            _ => {
                let shown = escape(path.file_name().unwrap_or_default().as_encoded_bytes());
                let fault = Fault::bad_input("the name has characters that cannot be printed");
                self.found.others.push((shown.into(), fault.at(path).help("rename it")));
                return Ok(());
            }
        };
        match read(path, self.languages) {
            Ok((folder, files, sources, main, language)) => {
                // A submission may lie deeper: its sources can be in a folder of their own.
                let expected = name.split('/').rev().skip(1).find_map(Expected::of_folder);
                let submission =
                    Submission { name, folder, files, sources, main, language, expected };
                self.found.submissions.push(submission);
            }
            Err(fault) => self.found.others.push((name, fault)),
        }
        Ok(())
    }
}

type Parts = (PathBuf, Vec<String>, Vec<String>, String, Language);

/// The files of a submission, and the language that most of them have.
fn read(path: &Path, languages: &Languages) -> Result<Parts, Fault> {
    if path.is_symlink() {
        return Err(Fault::bad_input("this is a link, and links are not followed")
            .at(path)
            .help("put a copy of what it leads to in its place"));
    }
    if !path.is_dir() && !path.is_file() {
        return Err(Fault::no_file(path));
    }
    let (folder, files) = match path.is_dir() {
        true => (path.to_path_buf(), files_below(path)?),
        false => (path.parent().unwrap_or(path).to_path_buf(), vec![name_of(path).to_string()]),
    };
    let bytes_of = |file: &String| folder.join(file).metadata().map_or(0, |file| file.len());
    if files.iter().map(bytes_of).sum::<u64>() > MOST_BYTES {
        let message = format!("more than {} MiB: no submission", MOST_BYTES >> 20);
        return Err(Fault::bad_input(message).at(path));
    }
    if files.is_empty() {
        return Err(Fault::bad_input("there is no file in it").at(path));
    }
    let language_of = |file: &String| {
        let ending = Path::new(file).extension().and_then(OsStr::to_str)?;
        languages.of_ending(ending)
    };
    let known: BTreeSet<&str> = files.iter().filter_map(language_of).map(|l| &*l.name).collect();
    let language = languages.iter().filter(|language| known.contains(&*language.name)).max_by_key(
        |language| {
            files
                .iter()
                .filter(|file| language_of(file).is_some_and(|l| l.name == language.name))
                .count()
        },
    );
    let Some(language) = language else {
        let endings: Vec<&str> = languages
            .iter()
            .flat_map(|language| language.endings.iter().map(String::as_str))
            .collect();
        let help = format!("known endings are: {}", endings.join(", "));
        return Err(Fault::bad_input("of no known language").at(path).help(help));
    };
    let is_source = |file: &&String| language_of(file).is_some_and(|l| l.name == language.name);
    let sources: Vec<String> = files.iter().filter(is_source).cloned().collect();
    let main = main_of(&folder, &sources);
    Ok((folder, files.clone(), sources, main, language.clone()))
}

/// The source that is started: the only one, or the one called `main`, or `__main__`, or like the folder; else
/// the first.
fn main_of(folder: &Path, sources: &[String]) -> String {
    let stem = |source: &String| {
        let file = source.rsplit('/').next().unwrap_or(source);
        file.rsplit_once('.').map_or(file, |(stem, _)| stem).to_lowercase()
    };
    let wanted = ["main".to_string(), "__main__".to_string(), name_of(folder).to_lowercase()];
    let named = wanted.iter().find_map(|name| sources.iter().find(|source| stem(source) == *name));
    named.or(sources.first()).cloned().unwrap_or_default()
}

/// All files below a folder, sorted. Those that links lead to are not among them.
fn files_below(folder: &Path) -> Result<Vec<String>, Fault> {
    let mut files = Vec::new();
    let walk = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter();
    let is_shown = |entry: &walkdir::DirEntry| {
        entry.depth() == 0 || !entry.file_name().as_encoded_bytes().starts_with(b".")
    };
    for entry in walk.filter_entry(is_shown) {
        let entry = entry.map_err(|error| crate::cases::walk_fault(folder, &error))?;
        if !entry.file_type().is_file() {
            continue;
        }
        let below = entry.path().strip_prefix(folder).ok().and_then(Path::to_str);
        let Some(below) = below.filter(|name| escape(name.as_bytes()) == **name) else {
            let fault =
                Fault::bad_input("the name of this file has characters that cannot be printed");
            return Err(fault.at(entry.path()).help("rename it"));
        };
        files.push(below.replace(MAIN_SEPARATOR_STR, "/"));
        if files.len() > MOST_FILES {
            let message = format!("more than {MOST_FILES} files: no submission");
            return Err(Fault::bad_input(message).at(folder));
        }
    }
    Ok(files)
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, Fault> {
    let cannot_read = |error: &std::io::Error| Fault::cannot_read(folder, error);
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder).map_err(|error| cannot_read(&error))? {
        let entry = entry.map_err(|error| cannot_read(&error))?;
        if !entry.file_name().as_encoded_bytes().starts_with(b".") {
            entries.push(entry.path());
        }
    }
    entries.sort();
    Ok(entries)
}

fn name_of(path: &Path) -> &str {
    path.file_name().and_then(OsStr::to_str).unwrap_or("")
}
