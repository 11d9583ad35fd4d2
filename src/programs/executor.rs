//! Who runs programs: sandboxes, or in tests something that only says what came of it.

use std::io::Read;
use std::path::Path;
use std::sync::Mutex;

use crate::sandbox::{Ended, Layers, Run, Sandbox, SandboxError, Setup};

/// Runs programs, several at a time.
pub trait Executor: Sync {
    /// Runs a program and hands what it writes over while it runs.
    ///
    /// # Errors
    /// The program could not be run; that says nothing about it.
    fn run(&self, run: &Run, output: &mut dyn FnMut(&mut dyn Read)) -> Result<Ended, SandboxError>;

    /// Where a program sees a folder that the host has at `folder`.
    fn inside(&self, folder: &Path) -> String;
}

/// Sandboxes, of which whoever runs a program takes one for the time.
pub struct Sandboxes {
    setup: Setup,
    /// Which layers hold: all are started alike.
    layers: Layers,
    free: Mutex<Vec<Sandbox>>,
}

impl Sandboxes {
    /// One, and as many more as programs run at a time.
    ///
    /// # Errors
    /// A sandbox cannot be started.
    pub fn start(setup: Setup, count: usize) -> Result<Sandboxes, SandboxError> {
        let first = Sandbox::start(&setup)?;
        let layers = first.layers().clone();
        let mut free = vec![first];
        for _ in 1..count {
            free.push(Sandbox::start(&setup)?);
        }
        Ok(Sandboxes { setup, layers, free: Mutex::new(free) })
    }

    /// Which layers hold around what they run.
    pub fn layers(&self) -> &Layers {
        &self.layers
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Sandbox>> {
        self.free.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn take(&self) -> Result<Sandbox, SandboxError> {
        let free = self.lock().pop();
        free.map_or_else(|| Sandbox::start(&self.setup), Ok)
    }
}

impl Executor for Sandboxes {
    fn run(&self, run: &Run, output: &mut dyn FnMut(&mut dyn Read)) -> Result<Ended, SandboxError> {
        let mut sandbox = self.take()?;
        let ended = sandbox.run(run, output);
        // One whose launcher is gone is not used again.
        if !matches!(ended, Err(SandboxError::Lost)) {
            self.lock().push(sandbox);
        }
        ended
    }

    fn inside(&self, folder: &Path) -> String {
        self.layers.folder_inside(folder).to_string_lossy().into_owned()
    }
}
