//! Finds submissions at a path: on disk, or in an archive of many, such as the export of a learning
//! platform.
//!
//! An archive is unpacked into a temporary folder. A submission with an entry that had to be
//! skipped is not judged.

use std::ffi::OsStr;
use std::fs;
use std::iter::repeat;
use std::path::Path;
use std::sync::Arc;

use crate::folders;
use crate::hand_in::{self, alike::is_same};
use crate::submission::{FindOptions, FoundSubmissions, HandedIn};
use referee_base::archive::{self, ArchiveBounds, SkippedEntry};
use referee_base::fault::{Fault, show_as};
use referee_base::files::TemporaryFolder;
use referee_events::Student;
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
    // All are looked for before the first is removed: several entries may be of the same one.
    let of_entry =
        |entry| owners(&mut found, &inside, entry, options).into_iter().zip(repeat(entry));
    let lacking: Vec<_> = left_out.iter().flat_map(of_entry).collect();
    for (name, entry) in lacking {
        found.submissions.retain(|submission| submission.name != name);
        if !found.others.iter().any(|(known, _)| *known == name) {
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

/// Returns the names of the submissions that lack an entry, or of the one that would have consisted
/// of it. Of a student with several attempts, each may lack it: only names show which.
fn owners(
    found: &mut FoundSubmissions,
    inside: &Path,
    entry: &SkippedEntry,
    options: &FindOptions,
) -> Vec<Arc<str>> {
    let place = inside.join(&entry.name);
    let is_whole = |name: &str| Some(OsStr::new(name)) == inside.file_name();
    let lacks_it = found.submissions.iter().find(|submission| {
        let folder = &submission.source.folder;
        place.starts_with(folder) && (folder != inside || is_whole(&submission.name))
    });
    if let Some(submission) = lacks_it {
        return vec![submission.name.clone()];
    }
    let Some(student) = student(inside, entry, options) else {
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

/// Returns the student whose platform gives such a name to an entry, or to a folder around it.
fn student(inside: &Path, entry: &SkippedEntry, options: &FindOptions) -> Option<Student> {
    let mut folder = inside.to_path_buf();
    let mut parts = entry.name.split('/').filter(|part| *part != ".").peekable();
    while let Some(part) = parts.next() {
        if matches!(part, "" | "..") {
            return None;
        }
        // Platforms are recognized by what is there, so something takes the place of the entry.
        let place = folder.join(part);
        if parts.peek().is_some() {
            fs::create_dir_all(&place).ok()?;
        } else if !place.exists() {
            fs::write(&place, "").ok()?;
        }
        let hints = folders::hints(options);
        let entries = folders::entries(&folder).ok()?;
        if let Some(platform) = hand_in::platform(&folder, &entries, hints) {
            let read = hand_in::read(platform, &folder, &[place], hints).ok()?;
            return read.all.into_iter().next().map(|hand_in| hand_in.student);
        }
        folder = place;
    }
    None
}
