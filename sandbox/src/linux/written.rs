//! How much a program has written into a folder of the host, where no file system bounds it.
//!
//! Files that have no name any more, but are open, take room as others do. In namespaces they are found by the descriptors of all
//! processes that there are; without them, `/proc` also tells of files that are none of the program's.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use referee_base::files::Bounds;

/// How long after its start a program is looked at first, and after each look again, at least.
const INTERVAL: Duration = Duration::from_millis(100);

/// Looking takes no more than this part of the time.
const PART: u32 = 10;

/// A folder of the host that a program writes to.
pub(super) struct Written {
    folder: PathBuf,
    bounds: Bounds,
    /// Whether all processes in `/proc` are the program's, and have no files but those that they made.
    alone: bool,
    next: Instant,
}

impl Written {
    /// A folder which may hold so many bytes.
    pub(super) fn new(folder: PathBuf, bytes: u64, alone: bool) -> Written {
        Written { folder, bounds: Bounds::of(bytes), alone, next: Instant::now() + INTERVAL }
    }

    /// Whether there is more in it than there may be; said now and then only.
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

/// How many bytes are in files that are open and have no name any more. Each counts once, however many have it open.
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
