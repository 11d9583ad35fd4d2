//! Ends all runs immediately: for good, as after Ctrl-C, or until the caller that bounded their
//! time drops its [`TimeBound`].

use std::os::fd::OwnedFd;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, Weak};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use referee_base::parallel::lock;
use rustix::net::{Shutdown, shutdown};

static SANDBOXES: Mutex<Sandboxes> =
    Mutex::new(Sandboxes { sockets: Vec::new(), ends: 0, are_over: false, is_interrupted: false });

struct Sandboxes {
    /// The sockets of all living sandboxes.
    sockets: Vec<Weak<OwnedFd>>,
    /// The number of times that all runs were ended.
    ends: u64,
    /// Whether the time bound of the runs was reached and is still in force.
    are_over: bool,
    /// Whether no run may ever begin again.
    is_interrupted: bool,
}

fn sandboxes() -> MutexGuard<'static, Sandboxes> {
    lock(&SANDBOXES)
}

impl Sandboxes {
    /// Ends all programs, and allows no other to be started for now.
    fn end_for_now(&mut self) {
        self.are_over = true;
        self.end();
    }

    /// Ends all programs. A launcher whose socket is shut down ends its program, and itself.
    fn end(&mut self) {
        self.ends += 1;
        for socket in self.sockets.drain(..).filter_map(|socket| socket.upgrade()) {
            // A launcher that is gone has nothing left to end.
            let _ = shutdown(&*socket, Shutdown::Both);
        }
    }
}

/// Ends all programs, and allows no other to be started.
pub fn end_all_runs() {
    let mut all = sandboxes();
    all.is_interrupted = true;
    all.end();
}

/// Returns whether all runs were ended and none may begin now.
pub fn are_runs_ended() -> bool {
    let all = sandboxes();
    all.is_interrupted || all.are_over
}

/// Registers the socket of a new sandbox. Returns how often all runs were ended before, or `None`
/// if no run may begin.
pub(super) fn add(socket: &Arc<OwnedFd>) -> Option<u64> {
    let mut all = sandboxes();
    if all.is_interrupted || all.are_over {
        return None;
    }
    all.sockets.retain(|socket| socket.strong_count() > 0);
    all.sockets.push(Arc::downgrade(socket));
    Some(all.ends)
}

/// Returns how often all runs were ended: a sandbox that started before the last time is gone.
pub(super) fn ends() -> u64 {
    sandboxes().ends
}

/// A bound on the time of all runs of this process, including compilers and jury programs. When it
/// is reached, they are ended, and none begins until this value is dropped. There may be only one
/// at a time.
#[derive(Debug)]
pub struct TimeBound {
    /// Dropped first, which ends the waiting thread.
    not_needed: Option<Sender<()>>,
    waits: Option<JoinHandle<()>>,
}

impl TimeBound {
    /// Bounds the time of runs; without a deadline it does nothing.
    pub fn at(deadline: Option<Instant>) -> TimeBound {
        let Some(deadline) = deadline else { return TimeBound { not_needed: None, waits: None } };
        let (not_needed, waits) = mpsc::channel::<()>();
        let wait = move || {
            let left = deadline.saturating_duration_since(Instant::now());
            if waits.recv_timeout(left) == Err(RecvTimeoutError::Timeout) {
                sandboxes().end_for_now();
            }
        };
        // If no thread can be started, each run still has limits of its own.
        let waits = thread::Builder::new().name("time bound".into()).spawn(wait).ok();
        TimeBound { not_needed: Some(not_needed), waits }
    }

    /// Ends all runs now, as if the bound was reached.
    pub fn reach(&self) {
        sandboxes().end_for_now();
    }
}

impl Drop for TimeBound {
    fn drop(&mut self) {
        self.not_needed = None;
        if let Some(waits) = self.waits.take() {
            let _ = waits.join();
        }
        // Only after the thread has ended, since the thread might set it until then.
        sandboxes().are_over = false;
    }
}
