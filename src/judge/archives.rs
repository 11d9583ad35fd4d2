//! Unpacks the archive that a student has handed in.
//!
//! What had to be left out of it makes the submission that lacks it one that is not judged: to judge it as if it were complete would be
//! unfair.

use std::ffi::OsStr;
use std::path::Path;

use crate::programs::{MAX_BYTES, MAX_FILES, is_passed_over};
use referee_base::archive::{self, Bounds, LeftOut};
use referee_base::fault::Fault;
use referee_base::files::TemporaryFolder;

/// What the archive of one submission may hold: as many files as one may have, and their folders.
const OF_ONE: Bounds = Bounds { entries: 4 * MAX_FILES, entry_bytes: MAX_BYTES, bytes: MAX_BYTES };

/// Unpacks what a student has handed in.
pub(super) fn unpack(path: &Path) -> Result<TemporaryFolder, Fault> {
    let folder = TemporaryFolder::new()?;
    let left_out = archive::unpack(path, folder.path(), &OF_ONE)?;
    match left_out.iter().find(|entry| !is_nobodys(entry)) {
        None => Ok(folder),
        Some(entry) => Err(fault(path, entry)),
    }
}

/// The fault of an archive of which an entry was left out.
pub(super) fn fault(path: &Path, entry: &LeftOut) -> Fault {
    let message = format!("{} in it cannot be taken: {}", entry.name, entry.why);
    Fault::bad_input(message).at(path).help("unpack it by hand if it is worth it, and judge that")
}

/// Whether it would have been passed over anyway.
pub(super) fn is_nobodys(entry: &LeftOut) -> bool {
    let parts = entry.name.split('/').filter(|part| !matches!(*part, "." | ".."));
    parts.map(OsStr::new).any(is_passed_over)
}
