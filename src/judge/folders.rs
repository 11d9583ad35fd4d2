//! Finds submissions on disk: single files, or folders of files.
//!
//! The meaning of a path follows from its contents. A file is a submission. A folder named after a verdict, or called `submissions`, holds
//! submissions, as does a folder that contains such folders. Any other folder with sources directly in it is one submission of several
//! files; else each entry of it is a submission, as in a folder of students' folders. In a Moodle export, all files of a student are one
//! submission. An archive stands for its contents, in place of a submission or of all of them, but not within another archive unless that
//! is a Moodle export. Links are not followed: they could lead anywhere.
//!
//! Files side by side are one submission only where nothing shows that they are several programs, or where it is known that they belong
//! together: because there are other entries beside their folder, or because Moodle or the caller says so.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{MAIN_SEPARATOR_STR, Path, PathBuf};
use std::sync::Arc;

use referee_checker::text::escape;

use super::submission::{FoundSubmissions, Grouping, Submission};
use super::{archives, moodle};
use crate::programs::language::Languages;
use crate::programs::{Source, files_below, is_passed_over};
use referee_base::archive;
use referee_base::fault::Fault;
use referee_base::files::{LinkBoundary, TemporaryFolder};
use referee_package::{ExpectedVerdicts, Package, is_disabled};

/// Finds the submissions at a path, which is no archive.
///
/// # Errors
/// The path cannot be read, or it is ambiguous whether it is one submission or several.
pub(super) fn find_on_disk(
    path: &Path,
    languages: &Languages,
    grouping: Grouping,
) -> Result<FoundSubmissions, Fault> {
    let path = &path.canonicalize().map_err(|error| Fault::cannot_read(path, &error))?;
    let mut found = FoundSubmissions::default();
    // Names are relative to the folder that holds the folders of verdicts, at whatever level the path points.
    let above = path.parent().unwrap_or(path);
    let root = match ExpectedVerdicts::of_folder(name_of(above)) {
        Some(_) if !is_shelf(path)? => above.parent().unwrap_or(above),
        _ if path.is_file() || ExpectedVerdicts::of_folder(name_of(path)).is_some() => above,
        _ if grouping == Grouping::OneProgram => above,
        _ if grouping == Grouping::EachFile || is_shelf(path)? => path,
        _ => above,
    };
    let links = None;
    let mut walk =
        SubmissionWalk { root, languages, grouping, links, found: &mut found, several: None };
    match grouping {
        Grouping::OneProgram => walk.one(path, path, Placement::Together),
        _ => {
            let is_alone = path.is_dir() && !is_named_shelf(above);
            let placement = if is_alone { Placement::Unknown } else { Placement::Together };
            walk.visit(path, placement)?;
        }
    }
    if let Some(several) = walk.several {
        return Err(several);
    }
    found.submissions.sort_by(|a, b| a.name.cmp(&b.name));
    found.others.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(found)
}

/// Finds the submissions of a package: every entry of a folder directly below its `submissions`. Links are followed as far as those of the
/// package may lead.
///
/// # Errors
/// There is no such folder, or it cannot be read.
pub fn find_in_package(
    package: &Package,
    languages: &Languages,
) -> Result<FoundSubmissions, Fault> {
    let folder = package.path("");
    let folder = folder.canonicalize().map_err(|error| Fault::cannot_read(&folder, &error))?;
    let root = &folder.join("submissions");
    let links = package.links();
    let mut found = FoundSubmissions::default();
    let grouping = Grouping::OneProgram;
    let mut walk = SubmissionWalk {
        root,
        languages,
        grouping,
        links: Some(links),
        found: &mut found,
        several: None,
    };
    let is_shelf = |path: &&PathBuf| path.is_dir() && links.follow(path).is_ok();
    for shelf in entries(root)?.iter().filter(is_shelf) {
        for entry in entries(shelf)? {
            let target = links.follow(&entry).map(|target| target.path);
            let target = target.as_deref().unwrap_or(&entry);
            match walk.name(&entry).filter(|_| is_no_program(target, links)) {
                Some(name) => walk.found.passed_over.push(name),
                None => walk.one(&entry, target, Placement::Package),
            }
        }
    }
    Ok(found)
}

/// Returns whether a folder holds submissions, rather than being one.
fn is_shelf(path: &Path) -> Result<bool, Fault> {
    if !path.is_dir() {
        return Ok(false);
    }
    if is_named_shelf(path) {
        return Ok(true);
    }
    let entries = entries(path)?;
    let holds_submissions = |entry: &PathBuf| {
        moodle::is_of_student(entry)
            || entry.is_dir() && ExpectedVerdicts::of_folder(name_of(entry)).is_some()
    };
    let is_archive = |entry: &PathBuf| entry.is_file() && archive::stem(entry).is_some();
    // Files directly in a folder make it one submission, unless all are archives of submissions.
    Ok(entries.iter().any(holds_submissions)
        || (entries.len() > 1 && entries.iter().all(is_archive))
        || (!entries.is_empty() && !entries.iter().any(|entry| entry.is_file())))
}

/// Returns whether the name of a folder says that it holds submissions.
fn is_named_shelf(path: &Path) -> bool {
    let name = name_of(path);
    name == "submissions" || ExpectedVerdicts::of_folder(name).is_some()
}

/// What is known about how files belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Placement {
    /// Nothing: they may belong to several people.
    Unknown,
    /// They belong together.
    Together,
    /// They belong together, and the package format defines which is started.
    Package,
}

struct SubmissionWalk<'a> {
    root: &'a Path,
    languages: &'a Languages,
    grouping: Grouping,
    /// How far links may lead, if they are followed.
    links: Option<&'a LinkBoundary>,
    found: &'a mut FoundSubmissions,
    /// The fault of the first entry that may be several submissions.
    several: Option<Fault>,
}

impl SubmissionWalk<'_> {
    fn visit(&mut self, path: &Path, placement: Placement) -> Result<(), Fault> {
        if path.is_symlink() || !is_shelf(path)? {
            let is_apart = self.grouping == Grouping::EachFile && placement == Placement::Unknown;
            if is_apart && path.is_dir() && !path.is_symlink() {
                return self.each(path, Placement::Together);
            }
            self.one(path, path, placement);
            return Ok(());
        }
        // A folder that is the only entry of its parent may be a mere wrapper.
        let holds_many = is_named_shelf(path) || entries(path)?.len() > 1;
        self.each(path, if holds_many { Placement::Together } else { placement })
    }

    /// Adds all entries of a folder of submissions.
    fn each(&mut self, path: &Path, placement: Placement) -> Result<(), Fault> {
        let entries = entries(path)?;
        self.students(&entries);
        let mut others = entries.iter().filter(|entry| !moodle::is_of_student(entry));
        others.try_for_each(|entry| self.visit(entry, placement))
    }

    /// Adds a submission, named after `path`, with its files at `target` if `path` is a link to that.
    fn one(&mut self, path: &Path, target: &Path, placement: Placement) {
        let Some(name) = self.name(path) else {
            let shown = escape(path.file_name().unwrap_or_default().as_encoded_bytes());
            let fault = Fault::bad_input("the name has characters that cannot be printed");
            self.found.others.push((shown.into(), fault.at(path).help("rename it")));
            return;
        };
        // A submission may be nested: its sources can be in a folder of their own.
        let expected = name.split('/').rev().skip(1).find_map(ExpectedVerdicts::of_folder);
        self.add(name, expected.map(Arc::new), target, placement);
    }

    /// Returns the name of the submission at a path; none where it cannot be printed.
    fn name(&self, path: &Path) -> Option<Arc<str>> {
        let name = path.strip_prefix(self.root).ok()?.to_str()?;
        (escape(name.as_bytes()) == name).then(|| name.replace(MAIN_SEPARATOR_STR, "/").into())
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
                Ok(folder) => self.add(name, None, &folder, Placement::Together),
                Err(fault) => self.found.others.push((name, fault)),
            }
        }
    }

    /// Adds the submission that lies at a path.
    fn add(
        &mut self,
        name: Arc<str>,
        expected: Option<Arc<ExpectedVerdicts>>,
        path: &Path,
        placement: Placement,
    ) {
        let source = unpacked(path, &mut self.found.unpacked).and_then(|inside| match &inside {
            Some(inside) => Source::read(inside, self.languages, None),
            None => Source::read(path, self.languages, self.links),
        });
        let source = source.and_then(|mut source| {
            if placement == Placement::Unknown
                && let Err(fault) = source.refuse_several(self.languages)
            {
                let help = "--each-file judges each file as a submission, --one-program all of them as one";
                self.several.get_or_insert(fault.at(path).help(help));
            } else if placement != Placement::Package {
                source.choose_main(self.languages)?;
            }
            Ok(source)
        });
        match source {
            Ok(source) => {
                let path = typed(path);
                self.found.submissions.push(Submission {
                    name,
                    source,
                    path,
                    expected,
                    refused: None,
                });
            }
            Err(fault) => self.found.others.push((name, fault)),
        }
    }
}

/// The extensions of files beside the submissions of packages that are no programs.
const NO_PROGRAMS: [&str; 9] = ["ans", "in", "json", "md", "out", "pdf", "txt", "yaml", "yml"];

/// Returns whether an entry among the submissions of a package is no program: it says so by its name, or is a folder without files.
fn is_no_program(path: &Path, links: &LinkBoundary) -> bool {
    match path.extension().and_then(OsStr::to_str) {
        _ if is_disabled(name_of(path)) => true,
        _ if path.is_dir() => files_below(path, Some(links)).is_ok_and(|files| files.is_empty()),
        Some(extension) => NO_PROGRAMS.contains(&extension),
        None => ["README", "LICENSE", "Makefile"].contains(&name_of(path)),
    }
}

/// Returns a path as a user would type it in the current folder.
fn typed(path: &Path) -> Option<String> {
    let here = std::env::current_dir().ok().and_then(|here| here.canonicalize().ok());
    let below = here.and_then(|here| path.strip_prefix(here).ok().map(Path::to_path_buf));
    below.as_deref().unwrap_or(path).to_str().map(String::from)
}

/// Returns the folder with the contents of an archive, if a submission consists of that archive only.
fn unpacked(path: &Path, folders: &mut Vec<TemporaryFolder>) -> Result<Option<PathBuf>, Fault> {
    if path.is_symlink() {
        return Ok(None);
    }
    let only = match path.is_dir() {
        true => match &files_below(path, None)?[..] {
            [only] => path.join(only),
            _ => return Ok(None),
        },
        false => path.to_path_buf(),
    };
    if archive::stem(&only).is_none() {
        return Ok(None);
    }
    let inside = archives::unpack(&only)?;
    let folder = inside.path().to_path_buf();
    folders.push(inside);
    Ok(Some(folder))
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
