//! Ends all runs at once, and prevents new ones: the effect of Ctrl-C.

use std::os::fd::OwnedFd;
use std::sync::{Arc, Mutex, MutexGuard, Weak};

use rustix::net::{Shutdown, shutdown};

/// The sockets of all sandboxes, as long as runs may start; `None` after they have been ended.
static SOCKETS: Mutex<Option<Vec<Weak<OwnedFd>>>> = Mutex::new(Some(Vec::new()));

fn sockets() -> MutexGuard<'static, Option<Vec<Weak<OwnedFd>>>> {
    SOCKETS.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Ends all programs, and prevents new ones. A launcher ends its program and itself when its socket
/// is shut down.
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

/// Adds the socket of a new sandbox; returns whether it may start.
pub(super) fn add(socket: &Arc<OwnedFd>) -> bool {
    let mut sockets = sockets();
    let Some(all) = &mut *sockets else { return false };
    all.retain(|socket| socket.strong_count() > 0);
    all.push(Arc::downgrade(socket));
    true
}
