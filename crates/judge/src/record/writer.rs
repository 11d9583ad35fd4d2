//! Who writes a segment: enough to tell that he is gone.
//!
//! Nobody waits for the writer of a segment for long, and none is removed under a writer that may live. A process is known to be gone
//! where this machine, since it was started, has no process of its number, among the same processes; of another machine's nothing is
//! known, so that a segment of it counts as left behind only after a week without a change.

use std::fs::File;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use referee_base::digest::{Digest, to_hex};

/// The version of the format of segments.
pub(super) const FORMAT: u32 = 3;

/// After this time without a change, a segment is left behind.
const LEFT_BEHIND: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// The process that writes a segment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Writer {
    pub(super) format: u32,
    /// What this start of this machine has in common, and its processes among the same numbers; empty where it is not known.
    pub(super) machine: String,
    pub(super) process: u32,
}

impl Writer {
    /// Returns this process.
    pub(super) fn this() -> Writer {
        Writer {
            format: FORMAT,
            machine: machine().unwrap_or_default(),
            process: std::process::id(),
        }
    }

    /// Returns whether the process is known to be gone, as this process sees it.
    pub(super) fn is_gone(&self, this: &Writer) -> bool {
        !self.machine.is_empty() && self.machine == this.machine && has_no_process(self.process)
    }
}

/// Returns whether nobody has changed a segment for so long that its writer must be gone.
pub(super) fn is_left_behind(file: &File) -> bool {
    let modified = file.metadata().and_then(|found| found.modified()).ok();
    let age = modified.and_then(|modified| modified.elapsed().ok());
    age.is_some_and(|age| age > LEFT_BEHIND)
}

/// Returns a text that no other machine has, nor this one once it is started again, nor a container with other processes.
fn machine() -> Option<String> {
    let mut digest = Digest::new();
    digest.add(&std::fs::read("/proc/sys/kernel/random/boot_id").ok()?);
    digest.add(std::fs::read_link("/proc/self/ns/pid").ok()?.as_os_str().as_encoded_bytes());
    Some(to_hex(&digest.number()[..8]))
}

fn has_no_process(number: u32) -> bool {
    let number = i32::try_from(number).ok().and_then(rustix::process::Pid::from_raw);
    number.is_none_or(|number| {
        rustix::process::test_kill_process(number) == Err(rustix::io::Errno::SRCH)
    })
}
