//! Archives in place of submissions: one of many, such as Moodle makes it, and one that a student has handed in.
//!
//! Both are unpacked into temporary folders. What had to be left out of one makes the submission that lacks it one
//! that is not judged: to judge it as if it were complete would be unfair.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use super::moodle;
use super::submission::{Found, Grouping, find_on_disk};
use crate::programs::language::Languages;
use crate::programs::{MOST_BYTES, MOST_FILES, is_passed_over};
use referee_base::archive::{self, Bounds, LeftOut};
use referee_base::fault::Fault;
use referee_base::files::TemporaryFolder;

/// What the archive of one submission may hold: as many files as one may have, and their folders.
const OF_ONE: Bounds =
    Bounds { entries: 4 * MOST_FILES, entry_bytes: MOST_BYTES, bytes: MOST_BYTES };

/// What an archive of many submissions may hold.
const OF_MANY: Bounds = Bounds { entries: 500_000, entry_bytes: 256 << 20, bytes: 8 << 30 };

/// Finds submissions in an archive; `stem` is its name without ending.
pub(super) fn find(
    path: &Path,
    stem: &str,
    languages: &Languages,
    grouping: Grouping,
) -> Result<Found, Fault> {
    let folder = TemporaryFolder::new()?;
    // Canonical, as the paths of all that is found below it are.
    let root = folder.path().canonicalize().map_err(|e| Fault::cannot_read(folder.path(), &e))?;
    let inside = root.join(if stem.is_empty() { "archive" } else { stem });
    fs::create_dir(&inside).map_err(|error| Fault::cannot_write(&inside, &error))?;
    let left_out = archive::unpack(path, &inside, &OF_MANY)?;
    // People know the archive, and not where it was unpacked.
    let name_archive = |fault: &mut Fault| {
        let below = fault.path.as_deref().and_then(|place| place.strip_prefix(&inside).ok());
        if let Some(below) = below {
            let is_whole = below.as_os_str().is_empty();
            fault.path = Some(if is_whole { path.into() } else { path.join(below).into() });
        }
    };
    let mut found = find_on_disk(&inside, languages, grouping).map_err(|mut fault| {
        name_archive(&mut fault);
        fault
    })?;
    found.others.iter_mut().for_each(|(_, fault)| name_archive(fault));
    for entry in left_out.iter().filter(|entry| !is_nobodys(entry)) {
        let owner = owner(&mut found, &inside, entry);
        found.submissions.retain(|submission| submission.name != owner);
        if !found.others.iter().any(|(name, _)| *name == owner) {
            found.others.push((owner, fault(path, entry)));
        }
    }
    for submission in &mut found.submissions {
        submission.path = None;
    }
    found.others.sort_by(|a, b| a.0.cmp(&b.0));
    found.unpacked.push(folder);
    Ok(found)
}

/// Unpacks what a student has handed in.
pub(super) fn unpack(path: &Path) -> Result<TemporaryFolder, Fault> {
    let folder = TemporaryFolder::new()?;
    let left_out = archive::unpack(path, folder.path(), &OF_ONE)?;
    match left_out.iter().find(|entry| !is_nobodys(entry)) {
        None => Ok(folder),
        Some(entry) => Err(fault(path, entry)),
    }
}

fn fault(path: &Path, entry: &LeftOut) -> Fault {
    let message = format!("{} in it cannot be taken: {}", entry.name, entry.why);
    Fault::bad_input(message).at(path).help("unpack it by hand if it is worth it, and judge that")
}

/// Whether it would have been passed over anyway.
fn is_nobodys(entry: &LeftOut) -> bool {
    let parts = entry.name.split('/').filter(|part| !matches!(*part, "." | ".."));
    parts.map(OsStr::new).any(is_passed_over)
}

/// The name of the submission that lacks an entry, or would have been made of it.
fn owner(found: &mut Found, inside: &Path, entry: &LeftOut) -> Arc<str> {
    let first = entry.name.split('/').next().unwrap_or(&entry.name);
    if let Some(student) = moodle::student(first) {
        if let Some((name, _)) = found.students.iter().find(|(_, known)| **known == student) {
            return name.clone();
        }
        // Nothing else was there of this student; another one may have the same name.
        let name: Arc<str> = format!("{} ({})", student.name, student.id).into();
        found.students.insert(name.clone(), student);
        return name;
    }
    let place = inside.join(&entry.name);
    let is_whole = |name: &str| Some(OsStr::new(name)) == inside.file_name();
    let lacks_it = found.submissions.iter().find(|submission| {
        let folder = &submission.source.folder;
        place.starts_with(folder) && (folder != inside || is_whole(&submission.name))
    });
    lacks_it.map_or_else(|| first.into(), |submission| submission.name.clone())
}
