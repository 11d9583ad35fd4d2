//! As whom a program runs.
//!
//! Not as root if there is another user: the kernel's limit on processes does not bind root. If the caller
//! is root, the programs of each sandbox get an id that nobody has, not even the other sandboxes: so no
//! program may touch one that runs beside it. Any other caller has but its own id to give, and so has root
//! of a namespace or container that knows no other. Inside a user namespace all are called alike.

use std::fs;
use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};

use rustix::process::{Gid, Uid, geteuid};
use rustix::thread::{CapabilitySet, CapabilitySets, capabilities, set_capabilities};
use rustix::thread::{set_thread_groups, set_thread_res_gid, set_thread_res_uid};

/// The ids of programs on the host if the caller is root: outside the ranges that distributions and
/// systemd hand out.
const GUESTS: Range<u32> = 60_889..61_145;

/// The id of programs inside a user namespace.
pub(super) const INSIDE: u32 = 1000;

/// An id for the programs of a new sandbox, if the caller has any but its own to give.
pub(super) fn next_guest() -> Option<u32> {
    // Where the first of another judge on the same machine differs, all differ.
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let is_known = |map| fs::read_to_string(map).is_ok_and(|map| covers(&map, &GUESTS));
    let can_give = geteuid().is_root()
        && is_known("/proc/self/uid_map")
        && is_known("/proc/self/gid_map")
        && capabilities(None).is_ok_and(|sets| sets.effective.contains(TO_GIVE));
    let count = GUESTS.end - GUESTS.start;
    let next = || std::process::id().wrapping_mul(16) + NEXT.fetch_add(1, Ordering::Relaxed);
    can_give.then(|| GUESTS.start + next() % count)
}

/// What root needs to start programs as others, to end them, and to remove what they leave.
const TO_GIVE: CapabilitySet = CapabilitySet::SETUID
    .union(CapabilitySet::SETGID)
    .union(CapabilitySet::CHOWN)
    .union(CapabilitySet::KILL)
    .union(CapabilitySet::DAC_OVERRIDE);

/// Whether a map of ids, as /proc has it, knows all of these.
fn covers(map: &str, ids: &Range<u32>) -> bool {
    map.lines().any(|line| {
        let numbers: Vec<u64> =
            line.split_whitespace().filter_map(|number| number.parse().ok()).collect();
        matches!(*numbers, [first, _, count]
            if first <= ids.start.into() && u64::from(ids.end) <= first + count)
    })
}

/// Becomes that user, without a way back and without capabilities.
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
            assert_eq!(covers(map, &GUESTS), expected, "{map}");
        }
    }
}
