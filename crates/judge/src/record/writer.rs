//! The writer of a segment: enough to find out whether it is gone.
//!
//! No process waits for a writer for long, and no segment is removed under a writer that may be
//! alive. A writer is known to be gone if it was started since this machine's last boot, in this
//! PID namespace, and no process has its ID now. Nothing is known of a writer on another machine,
//! so its segment counts as left behind only after a week without a change.

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
    /// Identifies this machine, its last boot and the PID namespace; empty if unknown.
    pub(super) machine: String,
    pub(super) process: u32,
}

impl Writer {
    /// Returns the description of this process.
    pub(super) fn this() -> Writer {
        Writer {
            format: FORMAT,
            machine: machine().unwrap_or_default(),
            process: std::process::id(),
        }
    }

    /// Returns whether the process is known to be gone, as seen by this process.
    pub(super) fn is_gone(&self, this: &Writer) -> bool {
        !self.machine.is_empty() && self.machine == this.machine && has_no_process(self.process)
    }
}

/// Returns whether a segment has been unchanged for so long that its writer must be gone.
pub(super) fn is_left_behind(file: &File) -> bool {
    let modified = file.metadata().and_then(|found| found.modified()).ok();
    let age = modified.and_then(|modified| modified.elapsed().ok());
    age.is_some_and(|age| age > LEFT_BEHIND)
}

/// Returns a string that differs for every other machine, after every boot, and in every other PID
/// namespace.
fn machine() -> Option<String> {
    let mut digest = Digest::new();
    // Process IDs start again at each boot, and in each PID namespace.
    digest.add(&std::fs::read("/proc/sys/kernel/random/boot_id").ok()?);
    digest.add(std::fs::read_link("/proc/self/ns/pid").ok()?.as_os_str().as_encoded_bytes());
    Some(to_hex(&digest.number()[..8]))
}

fn has_no_process(number: u32) -> bool {
    let number = i32::try_from(number).ok().and_then(rustix::process::Pid::from_raw);
    number.is_none_or(|number| {
        // Any other error means that it exists, such as `EPERM` for one of another user.
        rustix::process::test_kill_process(number) == Err(rustix::io::Errno::SRCH)
    })
}
