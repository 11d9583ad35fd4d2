//! Measures how much a program has written to a folder of the host, where no file system bounds it.
//!
//! Deleted files that are still open take space as well. In namespaces they are found by the
//! descriptors of all processes; without namespaces, `/proc` also lists files of other processes
//! than the program's.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use referee_base::files::FolderBounds;

/// The delay before the first measurement, and the least interval after each.
const INTERVAL: Duration = Duration::from_millis(100);

/// Measuring takes at most one part in this many of the time.
const PART: u32 = 10;

/// A folder of the host that a program writes to.
pub(super) struct Written {
    folder: PathBuf,
    bounds: FolderBounds,
    /// Whether all processes in `/proc` belong to the program, and have no files but those that
    /// they made.
    alone: bool,
    next: Instant,
}

impl Written {
    /// Creates the measurement of a folder which may hold this many bytes.
    pub(super) fn new(folder: PathBuf, bytes: u64, alone: bool) -> Written {
        Written { folder, bounds: FolderBounds::of(bytes), alone, next: Instant::now() + INTERVAL }
    }

    /// Returns whether the folder exceeds its bound; measured only now and then.
    pub(super) fn is_too_much(&mut self) -> bool {
        let start = Instant::now();
        if start < self.next {
            return false;
        }
        let holds = self.bounds.hold(&self.folder)
            && !(self.alone && bytes_without_a_name() > self.bounds.bytes);
        self.next = Instant::now() + INTERVAL.max(start.elapsed() * PART);
        !holds
    }
}

/// Returns how many bytes are in deleted files that are still open. Each file counts once, however
/// many descriptors it has.
fn bytes_without_a_name() -> u64 {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let descriptors = processes.flat_map(|process| fs::read_dir(process.path().join("fd")));
    let opened =
        descriptors.flatten().flatten().filter_map(|entry| fs::metadata(entry.path()).ok());
    let without = opened.filter(|found| found.is_file() && found.nlink() == 0);
    let sizes: BTreeMap<(u64, u64), u64> = without
        .map(|found| ((found.dev(), found.ino()), found.len().max(found.blocks() * 512)))
        .collect();
    sizes.values().sum()
}
