//! Unpacks the archive that a student has submitted.
//!
//! A submission with an archive entry that had to be skipped is not judged: judging it as if it
//! were complete would be unfair.

use std::path::Path;

use referee_base::archive::{self, ArchiveBounds, SkippedEntry};
use referee_base::fault::{Fault, show_as};
use referee_base::files::TemporaryFolder;
use referee_programs::is_way_to_none;

/// The bounds of the archive of one submission, with room for entries that do not count, such as
/// the output of builds.
const OF_ONE: ArchiveBounds = ArchiveBounds {
    entries: 100_000,
    entry_bytes: 64 << 20,
    bytes: 128 << 20,
    is_unwanted: is_way_to_none,
};

/// Unpacks the archive of one student.
pub(crate) fn unpack(path: &Path) -> Result<TemporaryFolder, Fault> {
    let folder = TemporaryFolder::new()?;
    show_as(folder.path(), path);
    let left_out = archive::unpack(path, folder.path(), &OF_ONE)?;
    match left_out.first() {
        None => Ok(folder),
        Some(entry) => Err(fault(path, entry)),
    }
}

/// Returns the fault for an archive with a skipped entry.
pub(crate) fn fault(path: &Path, entry: &SkippedEntry) -> Fault {
    let message = format!(
        "{} in it cannot be taken: {}; hand in an archive without it",
        entry.name, entry.why
    );
    Fault::bad_input(message).at(path).help("unpack it by hand if it is worth it, and judge that")
}
