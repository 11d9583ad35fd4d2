//! Finds submissions at a path: on disk, or in an archive of many, such as the export of a learning
//! platform.
//!
//! An archive is unpacked into a temporary folder. A submission with an entry that had to be
//! skipped is not judged.

use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::iter::repeat;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::folders;
use crate::hand_in::{self, alike::is_same};
use crate::submission::{FindOptions, FoundSubmissions, HandedIn};
use referee_base::archive::{self, ArchiveBounds, SkippedEntry};
use referee_base::fault::{Fault, show_as};
use referee_base::files::TemporaryFolder;
use referee_events::{Platform, Student};
use referee_programs::is_passed_over_path;
use referee_programs::language::Languages;

pub use folders::find_in_package;

/// The bounds of an archive of many submissions.
const OF_MANY: ArchiveBounds = ArchiveBounds {
    entries: 500_000,
    entry_bytes: 256 << 20,
    bytes: 8 << 30,
    is_unwanted: is_passed_over_path,
};

/// The parts of a name that lead out of the folder around it, or nowhere.
const ELSEWHERE: [&str; 2] = ["", ".."];

/// Finds the submissions at a path, which may be an archive of them.
///
/// # Errors
/// There is nothing at the path, it cannot be read, or it is ambiguous whether it is one submission
/// or several.
pub fn find(
    path: &Path,
    languages: &Languages,
    options: &FindOptions,
) -> Result<FoundSubmissions, Fault> {
    if archive::is_archive(path) {
        find_in_archive(path, languages, options)
    } else {
        folders::find_on_disk(path, languages, options)
    }
}

/// Finds the submissions in an archive.
fn find_in_archive(
    path: &Path,
    languages: &Languages,
    options: &FindOptions,
) -> Result<FoundSubmissions, Fault> {
    let folder = TemporaryFolder::new()?;
    // Canonical, because the paths of everything found below it are.
    let root = folder.path().canonicalize().map_err(|e| Fault::cannot_read(folder.path(), &e))?;
    let inside = folders::folder_of(path, &root)?;
    let left_out = archive::unpack(path, &inside, &OF_MANY)?;
    show_as(&inside, path);
    let mut found = folders::find_on_disk(&inside, languages, options)?;
    let lacking = lacking(&mut found, &inside, &left_out, options);
    let names: HashSet<&str> = lacking.iter().map(|(name, _)| &**name).collect();
    found.submissions.retain(|submission| !names.contains(&*submission.name));
    let mut told: HashSet<Arc<str>> = found.others.iter().map(|(name, _)| name.clone()).collect();
    for (name, entry) in lacking {
        if told.insert(name.clone()) {
            found.others.push((name, folders::skipped(path, entry)));
        }
    }
    for submission in &mut found.submissions {
        submission.path = None;
    }
    found.others.sort_by(|a, b| a.0.cmp(&b.0));
    found.unpacked.push(folder);
    Ok(found)
}

/// Returns the names of the submissions that lack an entry, each with the entry.
fn lacking<'a>(
    found: &mut FoundSubmissions,
    inside: &Path,
    left_out: &'a [SkippedEntry],
    options: &FindOptions,
) -> Vec<(Arc<str>, &'a SkippedEntry)> {
    let around = |entry| (entry, submission_around(found, inside, entry));
    let all: Vec<_> = left_out.iter().map(around).collect();
    // Platforms are recognized by what is there, so something takes the place of the others.
    for (entry, _) in all.iter().filter(|(_, submission)| submission.is_none()) {
        let _ = stand_in(inside, entry);
    }
    let mut students = Students { inside, options, platforms: HashMap::new() };
    let names = |(entry, submission): (&'a SkippedEntry, Option<Arc<str>>)| {
        let names = match submission {
            Some(name) => vec![name],
            None => owners(found, entry, students.of(entry)),
        };
        names.into_iter().zip(repeat(entry))
    };
    all.into_iter().flat_map(names).collect()
}

/// Returns the name of the submission whose folder an entry lies in.
fn submission_around(
    found: &FoundSubmissions,
    inside: &Path,
    entry: &SkippedEntry,
) -> Option<Arc<str>> {
    let place = inside.join(&entry.name);
    let is_whole = |name: &str| Some(OsStr::new(name)) == inside.file_name();
    let lacks_it = found.submissions.iter().find(|submission| {
        let folder = &submission.source.folder;
        place.starts_with(folder) && (folder != inside || is_whole(&submission.name))
    });
    lacks_it.map(|submission| submission.name.clone())
}

/// Returns the names of the submissions of a student that lack an entry, or of the one that would
/// have consisted of it. Of several attempts, each may lack it: only names show which.
fn owners(
    found: &mut FoundSubmissions,
    entry: &SkippedEntry,
    student: Option<Student>,
) -> Vec<Arc<str>> {
    let Some(student) = student else {
        let first = entry.name.split('/').next().unwrap_or(&entry.name);
        return vec![first.into()];
    };
    let is_of_student = |known: &HandedIn| is_same(&known.student, &student);
    let of_student = found.handed_in.iter().filter(|(_, known)| is_of_student(known));
    let mut names: Vec<Arc<str>> = of_student.map(|(name, _)| name.clone()).collect();
    if !names.is_empty() {
        names.sort();
        return names;
    }
    // Nothing else of this student was found; another student may have the same name.
    let name: Arc<str> = format!("{} ({})", student.name, student.id).into();
    let handed = HandedIn { student, time: None, is_marked_late: false, lateness: None };
    found.handed_in.insert(name.clone(), handed);
    vec![name]
}

/// Returns the paths of the folders around an entry, and then its own; none from where its name
/// leads elsewhere.
fn places(inside: &Path, entry: &SkippedEntry) -> impl Iterator<Item = PathBuf> {
    let parts = entry.name.split('/').filter(|part| *part != ".");
    let parts = parts.take_while(|part| !ELSEWHERE.contains(part));
    parts.scan(inside.to_path_buf(), |place, part| {
        place.push(part);
        Some(place.clone())
    })
}

/// Puts an empty file in the place of an entry, if nothing is there.
fn stand_in(inside: &Path, entry: &SkippedEntry) -> io::Result<()> {
    let Some(place) = places(inside, entry).last() else { return Ok(()) };
    if entry.name.split('/').any(|part| ELSEWHERE.contains(&part)) {
        return fs::create_dir_all(place);
    }
    fs::create_dir_all(place.parent().unwrap_or(inside))?;
    if place.exists() { Ok(()) } else { fs::write(place, "") }
}

/// The students of entries that were left out.
struct Students<'a> {
    inside: &'a Path,
    options: &'a FindOptions,
    /// The platforms of folders. Each is recognized once, however many entries its folder lacks.
    platforms: HashMap<PathBuf, Option<Platform>>,
}

impl Students<'_> {
    /// Returns the student whose platform gives such a name to an entry, or to a folder around it.
    fn of(&mut self, entry: &SkippedEntry) -> Option<Student> {
        let hints = folders::hints(self.options);
        let mut folder = self.inside.to_path_buf();
        for place in places(self.inside, entry) {
            let recognized = |folder: &PathBuf| {
                hand_in::platform(folder, &folders::entries(folder).ok()?, hints)
            };
            let known = self.platforms.entry(folder.clone()).or_insert_with_key(recognized);
            if let Some(platform) = *known {
                let read = hand_in::read(platform, &folder, &[place], hints).ok()?;
                return read.all.into_iter().next().map(|hand_in| hand_in.student);
            }
            folder = place;
        }
        None
    }
}
