//! Lets a limited number of threads through at a time; the others wait.

use std::sync::{Condvar, Mutex};

use referee_base::parallel::{lock, unpoisoned};

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

pub(super) struct Pass<'g>(&'g Gate);

impl Gate {
    pub(super) fn new(most: usize) -> Gate {
        Gate { most, state: Mutex::default(), changed: Condvar::new() }
    }

    /// Waits until there is room; `None` if the gate is closed.
    pub(super) fn enter(&self) -> Option<Pass<'_>> {
        let waits = |state: &mut State| state.inside == self.most && !state.is_closed;
        let mut state = unpoisoned(self.changed.wait_while(lock(&self.state), waits));
        if state.is_closed {
            return None;
        }
        state.inside += 1;
        Some(Pass(self))
    }

    pub(super) fn close(&self) {
        lock(&self.state).is_closed = true;
        self.changed.notify_all();
    }

    pub(super) fn inside(&self) -> usize {
        lock(&self.state).inside
    }
}

impl Drop for Pass<'_> {
    fn drop(&mut self) {
        lock(&self.0.state).inside -= 1;
        self.0.changed.notify_one();
    }
}
