//! Lets a limited number of threads through at a time; the others wait.

use std::sync::{Condvar, Mutex, PoisonError};

/// Lets a limited number of threads through at a time.
pub(super) struct Gate {
    most: usize,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    inside: usize,
    is_closed: bool,
}

/// Represents a thread that is inside.
pub(super) struct Pass<'g>(&'g Gate);

impl Gate {
    pub(super) fn new(most: usize) -> Gate {
        Gate { most, state: Mutex::default(), changed: Condvar::new() }
    }

    /// Waits until there is room; `None` if the gate is closed.
    pub(super) fn enter(&self) -> Option<Pass<'_>> {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let waits = |state: &mut State| state.inside == self.most && !state.is_closed;
        let state = self.changed.wait_while(state, waits);
        let mut state = state.unwrap_or_else(PoisonError::into_inner);
        if state.is_closed {
            return None;
        }
        state.inside += 1;
        Some(Pass(self))
    }

    /// Lets no more threads through.
    pub(super) fn close(&self) {
        self.change(|state| state.is_closed = true);
        self.changed.notify_all();
    }

    /// Returns how many threads are inside.
    pub(super) fn inside(&self) -> usize {
        self.change(|state| state.inside)
    }

    fn change<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        change(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Drop for Pass<'_> {
    fn drop(&mut self) {
        self.0.change(|state| state.inside -= 1);
        self.0.changed.notify_one();
    }
}
