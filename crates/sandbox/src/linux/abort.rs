//! Ends all runs at once, and lets none begin: what a user's Ctrl-C does to them.

use std::os::fd::OwnedFd;
use std::sync::{Arc, Mutex, MutexGuard, Weak};

use rustix::net::{Shutdown, shutdown};

/// The sockets of all sandboxes, as long as runs may begin; none when they have been ended.
static SOCKETS: Mutex<Option<Vec<Weak<OwnedFd>>>> = Mutex::new(Some(Vec::new()));

fn sockets() -> MutexGuard<'static, Option<Vec<Weak<OwnedFd>>>> {
    SOCKETS.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Ends all programs, and lets none be started any more. A launcher whose socket is shut down ends its program, and itself.
pub fn end_all_runs() {
    for socket in sockets().take().unwrap_or_default().iter().filter_map(Weak::upgrade) {
        // One that is gone has nothing left to end.
        let _ = shutdown(&*socket, Shutdown::Both);
    }
}

/// Returns whether all runs were ended.
pub fn are_runs_ended() -> bool {
    sockets().is_none()
}

/// Adds the socket of a sandbox that begins; returns whether it may.
pub(super) fn add(socket: &Arc<OwnedFd>) -> bool {
    let mut sockets = sockets();
    let Some(all) = &mut *sockets else { return false };
    all.retain(|socket| socket.strong_count() > 0);
    all.push(Arc::downgrade(socket));
    true
}
