//! Unpacks the archive that a student has submitted.
//!
//! A submission of whose archive an entry had to be skipped is not judged: judging it as if it were complete would be unfair.

use std::ffi::OsStr;
use std::path::Path;

use crate::programs::{MAX_BYTES, MAX_FILES, is_passed_over};
use referee_base::archive::{self, ArchiveBounds, SkippedEntry};
use referee_base::fault::Fault;
use referee_base::files::TemporaryFolder;

/// The bounds of the archive of one submission: the files of one submission, and their folders.
const OF_ONE: ArchiveBounds =
    ArchiveBounds { entries: 4 * MAX_FILES, entry_bytes: MAX_BYTES, bytes: MAX_BYTES };

/// Unpacks the archive of one student.
pub(super) fn unpack(path: &Path) -> Result<TemporaryFolder, Fault> {
    let folder = TemporaryFolder::new()?;
    let left_out = archive::unpack(path, folder.path(), &OF_ONE)?;
    match left_out.iter().find(|entry| !is_nobodys(entry)) {
        None => Ok(folder),
        Some(entry) => Err(fault(path, entry)),
    }
}

/// Returns the fault for an archive of which an entry was skipped.
pub(super) fn fault(path: &Path, entry: &SkippedEntry) -> Fault {
    let message = format!(
        "{} in it cannot be taken: {}; hand in an archive without it",
        entry.name, entry.why
    );
    Fault::bad_input(message).at(path).help("unpack it by hand if it is worth it, and judge that")
}

/// Returns whether the entry would have been ignored anyway.
pub(super) fn is_nobodys(entry: &SkippedEntry) -> bool {
    let parts = entry.name.split('/').filter(|part| !matches!(*part, "." | ".."));
    parts.map(OsStr::new).any(is_passed_over)
}
