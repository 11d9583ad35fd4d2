//! Reads folders of repositories: `NUMBER-LOGIN`, as Artemis exports them, and `ASSIGNMENT-LOGIN`,
//! as GitHub Classroom clones them.
//!
//! Any folder may have such a name. So they are recognized only if something else shows what they
//! are: they are repositories (`.git`), each holds a folder `EXERCISE-LOGIN`, or their parent is
//! called `ASSIGNMENT-submissions`.

use std::fs;
use std::path::{Path, PathBuf};

use referee_base::archive;
use referee_checker::text::escape;

use super::handed::{Content, Groups, HandIn, HandIns, is_number};
use referee_events::{Platform, Student};

/// The suffix that GitHub's own tool adds to the assignment to name the folder of all clones.
const ALL: &str = "submissions";

/// Returns the platform of these repositories.
pub(super) fn platform(folder: &Path, entries: &[PathBuf]) -> Option<Platform> {
    let (all, others) = repositories(entries);
    if all.is_empty() || others.iter().any(|other| other.is_dir()) {
        return None;
    }
    let are_repositories = all.iter().any(|entry| entry.join(".git").exists());
    let holds_exercise = |entry: &&PathBuf| {
        numbered(name_of(entry)).is_some_and(|(_, login)| holds_folder_of(entry, login))
    };
    let is_numbered = all.iter().all(|entry| numbered(name_of(entry)).is_some());
    if is_numbered && (are_repositories || all.iter().any(holds_exercise)) {
        return Some(Platform::Artemis);
    }
    let shared = prefix(folder, &all)?;
    let is_named = name_of(folder).strip_suffix(ALL) == Some(shared);
    (is_named || are_repositories && all.len() > 1).then_some(Platform::Classroom)
}

/// Reads the entries of a folder.
pub(super) fn read(folder: &Path, entries: &[PathBuf]) -> HandIns {
    let (all, others) = repositories(entries);
    let are_numbered = all.iter().all(|entry| numbered(name_of(entry)).is_some());
    let shared = prefix(folder, &all).unwrap_or_default();
    let mut groups = Groups::default();
    for path in all {
        let (number, login) = match numbered(name_of(path)).filter(|_| are_numbered) {
            Some(parts) => parts,
            None => ("", name_of(path).strip_prefix(shared).unwrap_or(name_of(path))),
        };
        let platform = if are_numbered { Platform::Artemis } else { Platform::Classroom };
        let login = escape(login.as_bytes());
        let id = if number.is_empty() { Student::listed(&login) } else { number.into() };
        let student = Student { name: login.as_str().into(), id: id.into(), platform };
        let file = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let content = Content::of(path, file);
        groups.add(HandIn { student, attempt: 1, time: None, is_marked_late: false, content });
    }
    groups.with(others.into_iter().cloned().collect())
}

/// Partitions entries into those that may be repositories, packed or not, and others.
fn repositories(entries: &[PathBuf]) -> (Vec<&PathBuf>, Vec<&PathBuf>) {
    entries
        .iter()
        .partition(|entry| entry.is_dir() && !entry.is_symlink() || archive::is_archive(entry))
}

fn name_of(path: &Path) -> &str {
    let packed = archive::stem(path).filter(|_| path.is_file());
    packed.or_else(|| path.file_name()?.to_str()).unwrap_or_default()
}

/// Splits `NUMBER-LOGIN`.
fn numbered(name: &str) -> Option<(&str, &str)> {
    let (number, login) = name.split_once('-')?;
    (is_number(number) && !login.is_empty()).then_some((number, login))
}

/// Returns whether a folder contains only one folder, whose name ends in the login.
fn holds_folder_of(folder: &Path, login: &str) -> bool {
    let Ok(entries) = fs::read_dir(folder) else { return false };
    let names: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.file_name())).collect();
    let is_of_login = |name: &str| name.strip_suffix(login).is_some_and(|rest| rest.ends_with('-'));
    matches!(&names[..], [only] if only.to_str().is_some_and(is_of_login))
}

/// Returns what precedes the login in all names: what the parent shows, or the longest shared
/// prefix up to a hyphen.
fn prefix<'a>(folder: &'a Path, all: &[&'a PathBuf]) -> Option<&'a str> {
    let names: Vec<&str> = all.iter().map(|entry| name_of(entry)).collect();
    let is_shared = |prefix: &str| {
        !prefix.is_empty()
            && names
                .iter()
                .all(|name| name.strip_prefix(prefix).is_some_and(|login| !login.is_empty()))
    };
    let of_parent = name_of(folder).strip_suffix(ALL).filter(|prefix| prefix.ends_with('-'));
    let first = names.first()?;
    let ends = first.match_indices('-').map(|(at, _)| &first[..=at]);
    of_parent
        .filter(|prefix| is_shared(prefix))
        .or_else(|| ends.rev().find(|prefix| is_shared(prefix)))
}
