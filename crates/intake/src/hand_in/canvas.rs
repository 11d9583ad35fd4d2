//! Reads the names in Canvas' "download submissions": a flat folder of files,
//! `NAME_USER_UPLOAD_FILE`, or `NAME_LATE_USER_UPLOAD_FILE`.
//!
//! `NAME` is the student's name in lower case, last name first, without spaces; `USER` is the
//! number that Canvas' gradebook also has; `UPLOAD` grows with every file that anyone uploads. A
//! file that is uploaded again gets a number before its extension: `main-1.py`, `main-2.py`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use referee_checker::text::escape;

use super::handed::{Content, Groups, HandIn, HandIns, is_number};
use referee_events::{Platform, Student};

/// The longest number of an attempt.
const MAX_NUMBER: usize = 3;

/// The parts of a file name.
#[derive(Debug, PartialEq, Eq)]
struct Parts<'a> {
    name: &'a str,
    is_late: bool,
    user: &'a str,
    upload: u64,
    /// The student's own name of the file, which may contain the number of an attempt.
    file: &'a str,
}

fn parts(name: &str) -> Option<Parts<'_>> {
    let (name, rest) = name.split_once('_')?;
    let late = rest.strip_prefix("LATE_");
    let (user, rest) = late.unwrap_or(rest).split_once('_')?;
    let (upload, file) = rest.split_once('_')?;
    if name.is_empty() || file.is_empty() || !is_number(user) || !is_number(upload) {
        return None;
    }
    Some(Parts { name, is_late: late.is_some(), user, upload: upload.parse().ok()?, file })
}

fn parts_of(path: &Path) -> Option<Parts<'_>> {
    parts(path.file_name()?.to_str()?).filter(|_| path.is_file())
}

/// Returns whether most entries have names of this form.
pub(super) fn is_export(entries: &[PathBuf]) -> bool {
    let fitting = entries.iter().filter(|entry| parts_of(entry).is_some()).count();
    fitting * 2 > entries.len()
}

/// Splits the number of an attempt from a file name: `main-2.py` is the second new version of
/// `main.py`.
fn without_number(file: &str) -> (String, u64) {
    let (stem, extension) =
        file.rsplit_once('.').map_or((file, ""), |(stem, _)| (stem, &file[stem.len()..]));
    let numbered = stem.rsplit_once('-').and_then(|(stem, number)| {
        let is_plain = number.len() <= MAX_NUMBER
            && !number.starts_with('0')
            && number.bytes().all(|byte| byte.is_ascii_digit());
        Some((stem, number.parse().ok().filter(|_| is_plain && !stem.is_empty())?))
    });
    match numbered {
        Some((stem, number)) => (format!("{stem}{extension}"), number),
        None => (file.to_string(), 0),
    }
}

/// Reads the entries of a folder.
pub(super) fn read(entries: &[PathBuf]) -> HandIns {
    let mut others = Vec::new();
    let mut students: BTreeMap<&str, Vec<(&PathBuf, Parts)>> = BTreeMap::new();
    for path in entries {
        match parts_of(path) {
            Some(parts) => students.entry(parts.user).or_default().push((path, parts)),
            None => others.push(path.clone()),
        }
    }
    let mut groups = Groups::default();
    students.values().for_each(|files| add_attempts(files, &mut groups));
    groups.with(others)
}

/// Adds all attempts of one student. An attempt contains the last version of each file up to then.
fn add_attempts(files: &[(&PathBuf, Parts)], groups: &mut Groups) {
    let mut versions: BTreeMap<String, BTreeMap<u64, &(&PathBuf, Parts)>> = BTreeMap::new();
    for file in files {
        let (name, number) = without_number(file.1.file);
        versions.entry(name).or_default().insert(number, file);
    }
    // Canvas gives numbers only to files whose plain name was uploaded before.
    let in_order = |versions: &BTreeMap<u64, &(&PathBuf, Parts)>| {
        (versions.len() == 1 || versions.contains_key(&0))
            && versions.values().is_sorted_by_key(|(_, parts)| parts.upload)
    };
    let count: usize = versions.values().map(BTreeMap::len).sum();
    let is_of_attempts = count == files.len() && versions.values().all(in_order);
    let first = &files[0].1;
    let student = Student {
        name: escape(first.name.as_bytes()).into(),
        id: first.user.into(),
        platform: Platform::Canvas,
    };
    let hand_in = |path: &Path, parts: &Parts, attempt, name: &str| HandIn {
        student: student.clone(),
        attempt,
        time: None,
        is_marked_late: parts.is_late,
        content: Content::of(path, name),
    };
    if !is_of_attempts {
        // The numbers are the student's own.
        files.iter().for_each(|(path, parts)| groups.add(hand_in(path, parts, 1, parts.file)));
        return;
    }
    let is_repeated = versions.values().any(|versions| versions.len() > 1);
    let numbers: BTreeSet<u64> = versions.values().flat_map(BTreeMap::keys).copied().collect();
    let last = numbers.last().copied().unwrap_or(0);
    let attempts = if is_repeated { numbers } else { BTreeSet::from([last]) };
    for number in attempts {
        for (name, versions) in &versions {
            let upto = versions.range(..=number).next_back();
            if let Some((_, (path, parts))) = upto {
                groups.add(hand_in(path, parts, number + 1, name));
            }
        }
    }
}

#[cfg(test)]
mod tests;
