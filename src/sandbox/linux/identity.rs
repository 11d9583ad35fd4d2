//! As whom a program runs.
//!
//! Never as root: the kernel's limit on processes does not bind root. If the caller is root, programs
//! get an id that nobody has; any other caller has but its own to give. Inside a user namespace both
//! are called alike.

use std::io;

use rustix::process::{Gid, Uid, geteuid};
use rustix::thread::{CapabilitySet, CapabilitySets, set_capabilities};
use rustix::thread::{set_thread_res_gid, set_thread_res_uid};

/// The id of programs on the host if the caller is root: outside the ranges that distributions and
/// systemd hand out.
pub(super) const GUEST: u32 = 60_889;

/// The id of programs inside a user namespace.
pub(super) const INSIDE: u32 = 1000;

/// The id as which a program is to be started, if it is not the launcher's own.
pub(super) fn of_program(in_namespace: bool) -> Option<u32> {
    geteuid().is_root().then_some(if in_namespace { INSIDE } else { GUEST })
}

/// Becomes that user, without a way back and without capabilities.
pub(super) fn assume(id: Option<u32>) -> io::Result<()> {
    if let Some(id) = id {
        let (user, group) = (Uid::from_raw(id), Gid::from_raw(id));
        set_thread_res_gid(group, group, group)?;
        set_thread_res_uid(user, user, user)?;
    }
    let none = CapabilitySet::empty();
    let none = CapabilitySets { effective: none, permitted: none, inheritable: none };
    Ok(set_capabilities(None, none)?)
}
