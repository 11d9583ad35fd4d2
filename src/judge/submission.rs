//! Submissions on disk: a file, or a folder of files, with what it is meant to get.
//!
//! What a path means follows from what lies there. A file is a submission. A folder named by a verdict, or one
//! that is called `submissions`, holds submissions, as does one with such folders in it. Any other folder
//! with sources right in it is one submission of several files; else each thing in it is a submission, as in a
//! folder of students' folders. Where Moodle has named them, all files of a student are one submission. An archive
//! stands for what it holds, in place of a submission or of all of them, but not within another but Moodle's.
//! Links are not followed: they could lead anywhere.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{MAIN_SEPARATOR_STR, Path, PathBuf};
use std::sync::Arc;

use referee_checker::text::escape;

use super::expected::Expected;
use super::language::{Language, Languages};
use super::{archives, moodle};
use crate::archive;
use crate::events::Student;
use crate::fault::Fault;
use crate::files::TemporaryFolder;

/// The most bytes that the files of a submission have together.
pub(super) const MOST_BYTES: u64 = 16 << 20;

/// The most files that a submission has.
pub(super) const MOST_FILES: usize = 1000;

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
    /// Whose they are, by name of the submission, where Moodle says so.
    pub students: HashMap<Arc<str>, Student>,
    /// Where archives have been unpacked. What is found there is gone with this.
    pub(super) unpacked: Vec<TemporaryFolder>,
}

impl Found {
    /// Adds what was found elsewhere.
    pub fn add(&mut self, more: Found) {
        self.submissions.extend(more.submissions);
        self.others.extend(more.others);
        self.students.extend(more.students);
        self.unpacked.extend(more.unpacked);
    }
}

/// Finds submissions at a path, which may be an archive of them.
///
/// # Errors
/// There is nothing at the path, or it cannot be read.
pub fn find(path: &Path, languages: &Languages) -> Result<Found, Fault> {
    match archive::stem(path).filter(|_| path.is_file()) {
        Some(stem) => archives::find(path, stem, languages),
        None => find_on_disk(path, languages),
    }
}

pub(super) fn find_on_disk(path: &Path, languages: &Languages) -> Result<Found, Fault> {
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
    let holds_submissions = |entry: &PathBuf| {
        moodle::is_of_student(entry)
            || entry.is_dir() && Expected::of_folder(name_of(entry)).is_some()
    };
    let is_archive = |entry: &PathBuf| entry.is_file() && archive::stem(entry).is_some();
    Ok(entries.iter().any(holds_submissions)
        || (entries.len() > 1 && entries.iter().all(is_archive))
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
            let entries = entries(path)?;
            self.students(&entries);
            let mut others = entries.iter().filter(|entry| !moodle::is_of_student(entry));
            return others.try_for_each(|entry| self.visit(entry));
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
        // A submission may lie deeper: its sources can be in a folder of their own.
        let expected = name.split('/').rev().skip(1).find_map(Expected::of_folder);
        self.add(name, expected, path);
        Ok(())
    }

    fn students(&mut self, entries: &[PathBuf]) {
        let students = moodle::by_student(entries);
        let mut namesakes: HashMap<Arc<str>, usize> = HashMap::new();
        for student in students.keys() {
            *namesakes.entry(student.name.clone()).or_default() += 1;
        }
        for (student, handed) in students {
            let name: Arc<str> = match namesakes[&student.name] {
                1 => student.name.clone(),
                _ => format!("{} ({})", student.name, student.id).into(),
            };
            self.found.students.insert(name.clone(), student);
            match handed.folder(&mut self.found.unpacked) {
                Ok(folder) => self.add(name, None, &folder),
                Err(fault) => self.found.others.push((name, fault)),
            }
        }
    }

    /// Adds the submission that lies at a path.
    fn add(&mut self, name: Arc<str>, expected: Option<&'static Expected>, path: &Path) {
        match read(path, self.languages, &mut self.found.unpacked) {
            Ok((folder, files, sources, main, language)) => {
                let submission =
                    Submission { name, folder, files, sources, main, language, expected };
                self.found.submissions.push(submission);
            }
            Err(fault) => self.found.others.push((name, fault)),
        }
    }
}

type Parts = (PathBuf, Vec<String>, Vec<String>, String, Language);

/// The files of a submission, and its language.
fn read(
    path: &Path,
    languages: &Languages,
    unpacked: &mut Vec<TemporaryFolder>,
) -> Result<Parts, Fault> {
    if path.is_symlink() {
        return Err(Fault::bad_input("this is a link, and links are not followed")
            .at(path)
            .help("put a copy of what it leads to in its place"));
    }
    if !path.is_dir() && !path.is_file() {
        return Err(Fault::no_file(path));
    }
    let (mut folder, mut files) = match path.is_dir() {
        true => (path.to_path_buf(), files_below(path)?),
        false => (path.parent().unwrap_or(path).to_path_buf(), vec![name_of(path).to_string()]),
    };
    if let [only] = &files[..]
        && archive::stem(Path::new(only)).is_some()
    {
        let inside = archives::unpack(&folder.join(only))?;
        folder = inside.path().to_path_buf();
        unpacked.push(inside);
        files = files_below(&folder)?;
    }
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
    // That of most files; among equals that of a file called `main`, then that with more bytes, then the first known.
    let known = languages.iter().rev().filter_map(|language| {
        let has = |file: &&String| language_of(file).is_some_and(|l| l.name == language.name);
        let own: Vec<&String> = files.iter().filter(has).collect();
        let has_main = own.iter().any(|file| stem_of(file) == "main");
        let rank = (own.len(), has_main, own.iter().copied().map(bytes_of).sum::<u64>());
        (!own.is_empty()).then_some((rank, language))
    });
    let language = known.max_by_key(|(rank, _)| *rank).map(|(_, language)| language);
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
    let wanted = ["main".to_string(), "__main__".to_string(), name_of(folder).to_lowercase()];
    let named =
        wanted.iter().find_map(|name| sources.iter().find(|source| stem_of(source) == *name));
    named.or(sources.first()).cloned().unwrap_or_default()
}

/// The name of a file without folders and ending, in small letters.
fn stem_of(file: &str) -> String {
    let name = file.rsplit('/').next().unwrap_or(file);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_lowercase()
}

/// Whether a file or folder of that name is no one's work: hidden, or left there by a system or its tools.
pub(super) fn is_passed_over(name: &OsStr) -> bool {
    let left_there = ["__MACOSX", "__pycache__", "Thumbs.db", "desktop.ini"];
    name.as_encoded_bytes().starts_with(b".") || left_there.iter().any(|left| name == *left)
}

/// All files below a folder, sorted. Those that links lead to are not among them.
fn files_below(folder: &Path) -> Result<Vec<String>, Fault> {
    let mut files = Vec::new();
    let walk = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter();
    let is_shown =
        |entry: &walkdir::DirEntry| entry.depth() == 0 || !is_passed_over(entry.file_name());
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
        if !is_passed_over(&entry.file_name()) {
            entries.push(entry.path());
        }
    }
    entries.sort();
    Ok(entries)
}

fn name_of(path: &Path) -> &str {
    path.file_name().and_then(OsStr::to_str).unwrap_or("")
}
