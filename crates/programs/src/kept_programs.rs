//! Compiled programs, kept from command to command: compiling the programs of a package takes
//! seconds, often longer than all runs.
//!
//! A program is found by a hash of everything that its compiler can read in a sandbox: its files,
//! its command, the compiler and the software installed besides, as in the key of a recorded run;
//! and of the kind of processor, for which a command may compile. It is kept if its compiler could
//! read nothing else, added a single file, and changed none. Failures are not kept: their messages
//! say what is wrong here and now.
//!
//! An entry begins with the hash of the rest, so one that a crash has cut off is never used. Those
//! that were not used for the longest time make room for others.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};
use std::time::SystemTime;

use super::copy::make_folders;
use super::source::files_below;
use referee_base::digest::{Digest, to_hex};
use referee_base::files::{
    Existing, everyone, is_private, make_private, read_at_most, write_whole,
};
use referee_base::parallel::lock;

/// The maximum size of a program that is kept, in bytes.
const MAX_PROGRAM: u64 = 64 << 20;

/// The maximum size of all programs, in bytes, but for the eighth that is added before others make
/// room.
const MAX_BYTES: u64 = 1 << 30;

/// The maximum size of the rest of an entry, in bytes.
const MAX_HEAD: u64 = 8 << 10;

/// The first word of a program that waits.
const WAITS: &str = "waits";

/// The facts about a processor that determine what a compiler makes for it.
const PROCESSOR: [&str; 6] =
    ["vendor_id", "cpu family", "model\t", "flags", "CPU implementer", "Features"];

/// The programs that earlier commands have compiled.
#[derive(Debug, Default)]
pub struct KeptPrograms {
    /// Where they are, if anywhere, and what distinguishes this version of `referee`.
    place: Option<(PathBuf, &'static str)>,
    /// Their maximum size, in bytes.
    most: u64,
    /// The bytes that were added since others made room, if they have.
    added: Mutex<Option<u64>>,
}

/// The files in a program's folder, with their sizes and the times of their last changes.
pub(super) type Files = BTreeMap<String, (u64, SystemTime)>;

impl KeptPrograms {
    /// Keeps programs in a folder for other commands of the same version of `referee`.
    pub fn kept_in(folder: PathBuf, version: &'static str) -> KeptPrograms {
        KeptPrograms { place: Some((folder, version)), most: MAX_BYTES, added: Mutex::default() }
    }

    /// Returns where a program is kept with this key, if programs are.
    pub(super) fn place(&self, key: impl FnOnce() -> Digest) -> Option<PathBuf> {
        let (folder, version) = self.place.as_ref()?;
        let mut key = key();
        key.add(version.as_bytes());
        key.add(processor().as_bytes());
        Some(folder.join(to_hex(&key.number())))
    }

    /// Keeps at a place what a compiler added to the folder of a program, which had these files,
    /// and whether the program waits. If that fails, it only costs time.
    pub(super) fn keep(&self, place: &Path, folder: &Path, before: &Files, waits: bool) {
        let Some(programs) = place.parent() else { return };
        if make_private(programs).is_err() || !is_private(programs) {
            return;
        }
        let Some(entry) = entry(folder, before, waits) else { return };
        let mut added = lock(&self.added);
        if added.is_none_or(|added| added > self.most / 8) {
            tidy(programs, self.most);
            *added = Some(0);
        }
        *added = added.map(|added| added + entry.len() as u64);
        drop(added);
        let _ = write_whole(place, &entry, Existing::Replace);
    }
}

pub(super) fn files_in(folder: &Path) -> Option<Files> {
    let of = |name: String| {
        let found = folder.join(&name).symlink_metadata().ok()?;
        Some((name, (found.len(), found.modified().ok()?)))
    };
    files_below(folder, None).ok()?.into_iter().map(of).collect()
}

/// Returns what is kept of a program; `None` if that is more than one file.
fn entry(folder: &Path, before: &Files, waits: bool) -> Option<Vec<u8>> {
    let after = files_in(folder)?;
    let is_unchanged = |(name, state): (&String, _)| after.get(name) == Some(state);
    let mut added = after.keys().filter(|name| !before.contains_key(*name));
    let (Some(name), None) = (added.next(), added.next()) else { return None };
    let path = folder.join(name);
    let is_whole = before.iter().all(is_unchanged)
        && path.symlink_metadata().is_ok_and(|it| it.is_file() && it.len() <= MAX_PROGRAM);
    if !is_whole {
        return None;
    }
    let content = read_at_most(&path, MAX_PROGRAM).ok()?;
    let head = format!("{} {name}\n", if waits { WAITS } else { "starts" });
    let rest = [head.as_bytes(), &content].concat();
    Some([&Digest::of(&rest)[..], &rest].concat())
}

/// Adds what is kept of a program to its folder, and returns whether the program waits; `None` if
/// nothing is kept.
pub(super) fn restore(place: &Path, folder: &Path) -> Option<bool> {
    if !place.parent().is_some_and(is_private) {
        return None;
    }
    let entry = read_at_most(place, MAX_PROGRAM + MAX_HEAD).ok()?;
    let (hash, rest) = entry.split_first_chunk::<32>()?;
    let end = rest.iter().position(|&byte| byte == b'\n')?;
    let (start, name) = std::str::from_utf8(&rest[..end]).ok()?.split_once(' ')?;
    if *hash != Digest::of(rest) {
        return None;
    }
    make_folders(folder, name).ok()?;
    let path = folder.join(name);
    fs::write(&path, &rest[end + 1..]).ok()?;
    everyone::permit(&path, 0o755).ok()?;
    // The time of its last use.
    File::open(place).and_then(|file| file.set_modified(SystemTime::now())).ok()?;
    Some(start == WAITS)
}

/// Removes entries from a folder until the others have at most this many bytes, those that were
/// used last.
fn tidy(folder: &Path, most: u64) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let of = |entry: fs::DirEntry| {
        let found = entry.metadata().ok()?;
        Some((found.modified().ok()?, found.len(), entry.path()))
    };
    let mut entries: Vec<_> = entries.filter_map(|entry| of(entry.ok()?)).collect();
    entries.sort_by(|one, other| other.cmp(one));
    let mut bytes = 0;
    for (_, length, path) in entries {
        bytes += length;
        if bytes > most {
            let _ = fs::remove_file(path);
        }
    }
}

fn processor() -> &'static str {
    static KNOWN: OnceLock<String> = OnceLock::new();
    KNOWN.get_or_init(|| {
        let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let first = text.split("\n\n").next().unwrap_or_default();
        let counts = |line: &&str| PROCESSOR.iter().any(|start| line.starts_with(start));
        first.lines().filter(counts).collect()
    })
}

#[cfg(test)]
mod tests;
