//! The user that a program runs as.
//!
//! Not root if another user is possible, because the kernel's limit on processes does not apply to
//! root. If the caller is root, the programs of each sandbox get a user ID that nothing else has,
//! not even another sandbox: no program can access one that runs at the same time. Any other caller
//! has only its own ID to give, and so does root of a namespace or container without further IDs.
//! Inside a user namespace, all programs see the same ID.

use std::fs;
use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};

use rustix::process::{Gid, Uid, geteuid};
use rustix::thread::{CapabilitySet, CapabilitySets, capabilities, set_capabilities};
use rustix::thread::{set_thread_groups, set_thread_res_gid, set_thread_res_uid};

/// The user IDs of programs on the host if the caller is root: outside the ranges that
/// distributions and systemd assign.
const USERS: Range<u32> = 60_889..61_145;

/// The user ID of programs inside a user namespace.
pub(super) const INSIDE: u32 = 1000;

/// Returns a user ID for the programs of a new sandbox, if the caller may use any but its own.
pub(super) fn next_user() -> Option<u32> {
    // If two judges on the same machine start with different IDs, all their IDs differ.
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let is_known = |map| fs::read_to_string(map).is_ok_and(|map| covers(&map, &USERS));
    let can_give = geteuid().is_root()
        && is_known("/proc/self/uid_map")
        && is_known("/proc/self/gid_map")
        && capabilities(None).is_ok_and(|sets| sets.effective.contains(TO_GIVE));
    let count = USERS.end - USERS.start;
    let next = || std::process::id().wrapping_mul(16) + NEXT.fetch_add(1, Ordering::Relaxed);
    can_give.then(|| USERS.start + next() % count)
}

/// The capabilities that root needs to start programs as other users, to kill them, and to remove
/// their files.
const TO_GIVE: CapabilitySet = CapabilitySet::SETUID
    .union(CapabilitySet::SETGID)
    .union(CapabilitySet::CHOWN)
    .union(CapabilitySet::KILL)
    .union(CapabilitySet::DAC_OVERRIDE);

/// Returns whether an ID map, in the format of `/proc`, contains all of these.
fn covers(map: &str, ids: &Range<u32>) -> bool {
    map.lines().any(|line| {
        let numbers: Vec<u64> =
            line.split_whitespace().filter_map(|number| number.parse().ok()).collect();
        matches!(*numbers, [first, _, count]
            if first <= ids.start.into() && u64::from(ids.end) <= first + count)
    })
}

/// Switches to that user, irreversibly and without capabilities.
pub(super) fn assume(id: Option<u32>) -> io::Result<()> {
    if let Some(id) = id {
        set_thread_groups(&[])?;
        let (user, group) = (Uid::from_raw(id), Gid::from_raw(id));
        set_thread_res_gid(group, group, group)?;
        set_thread_res_uid(user, user, user)?;
    }
    let none = CapabilitySet::empty();
    let none = CapabilitySets { effective: none, permitted: none, inheritable: none };
    Ok(set_capabilities(None, none)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_known_where_a_map_has_them_all() {
        for (map, expected) in [
            ("         0          0 4294967295\n", true),
            ("0 1000 1\n1 100000 65536\n", true),
            ("0 1000 1\n", false),
            ("0 100000 61000\n", false),
            ("", false),
        ] {
            assert_eq!(covers(map, &USERS), expected, "{map}");
        }
    }
}
