//! Who runs programs: sandboxes, or in tests something that only says what came of it.

use std::io::{self, Read};
use std::path::Path;
use std::sync::{Mutex, MutexGuard};

use referee_base::cores;
use referee_base::files::everyone;
use referee_sandbox::{Ended, Isolation, Layers, Run, Sandbox, SandboxError, Setup};

/// Runs programs, several at a time.
pub trait Executor: Sync {
    /// Runs a program and hands what it writes over while it runs.
    ///
    /// # Errors
    /// The program could not be run; that says nothing about it.
    fn run(&self, run: &Run, output: &mut dyn FnMut(&mut dyn Read)) -> Result<Ended, SandboxError>;

    /// Runs a program and keeps the first bytes that it writes.
    ///
    /// # Errors
    /// The program could not be run; that says nothing about it.
    fn run_and_read(&self, run: &Run, max_bytes: u64) -> Result<(Ended, Vec<u8>), SandboxError> {
        let mut read = Vec::new();
        let ended = self.run(run, &mut |output| {
            // A pipe that cannot be read any further has nothing more to give.
            let _ = io::copy(&mut output.take(max_bytes), &mut read);
        })?;
        Ok((ended, read))
    }

    /// Where a program sees a folder that the host has at `folder`.
    fn inside(&self, folder: &Path) -> String;

    /// Whether programs run as another user than the caller.
    fn is_another_user(&self) -> bool {
        false
    }
}

/// How many sandboxes a run is tried in whose launchers have changed. One is enough, unless somebody works against us.
const ATTEMPTS: u32 = 3;

/// Sandboxes, of which whoever runs a program takes one for the time.
///
/// Each has a core to itself, if there are enough of them: two programs on one core would measure each other.
pub struct Sandboxes {
    /// Which layers hold: all are started alike.
    layers: Layers,
    free: Mutex<Vec<(Setup, Sandbox)>>,
    /// How those are started anew whose launcher is gone, or is not what it was.
    lost: Mutex<Vec<Setup>>,
    /// How others are started, should more be wanted than were started.
    setup: Setup,
}

impl Sandboxes {
    /// One, and as many more as programs run at a time.
    ///
    /// # Errors
    /// A sandbox cannot be started.
    pub fn start(setup: Setup, count: usize) -> Result<Sandboxes, SandboxError> {
        let cores = cores::cores();
        let start = |at: usize| {
            let processor = if count <= cores.len() { Some(cores[at]) } else { setup.processor };
            let setup = Setup { processor, ..setup.clone() };
            Sandbox::start(&setup).map(|sandbox| (setup, sandbox))
        };
        let free = (0..count.max(1)).map(start).collect::<Result<Vec<_>, _>>()?;
        let layers = free[0].1.layers().clone();
        Ok(Sandboxes { layers, free: Mutex::new(free), lost: Mutex::default(), setup })
    }

    /// One, and more when they are needed, none with a core to itself: for what is not measured.
    ///
    /// # Errors
    /// A sandbox cannot be started.
    pub fn sharing_cores(setup: Setup) -> Result<Sandboxes, SandboxError> {
        let sandbox = Sandbox::start(&setup)?;
        let (layers, free) = (sandbox.layers().clone(), vec![(setup.clone(), sandbox)]);
        Ok(Sandboxes { layers, free: Mutex::new(free), lost: Mutex::default(), setup })
    }

    /// Which layers hold around what they run.
    pub fn layers(&self) -> &Layers {
        &self.layers
    }

    fn take(&self) -> Result<(Setup, Sandbox), SandboxError> {
        if let Some(free) = lock(&self.free).pop() {
            return Ok(free);
        }
        let setup = lock(&self.lost).pop().unwrap_or_else(|| self.setup.clone());
        Sandbox::start(&setup).map(|sandbox| (setup, sandbox))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

impl Executor for Sandboxes {
    fn run(&self, run: &Run, output: &mut dyn FnMut(&mut dyn Read)) -> Result<Ended, SandboxError> {
        let mut attempts = 1;
        loop {
            let (setup, mut sandbox) = self.take()?;
            let ended = sandbox.run(run, output);
            match sandbox.is_fit() {
                true => lock(&self.free).push((setup, sandbox)),
                false => lock(&self.lost).push(setup),
            }
            match ended {
                // Nothing was run.
                Err(SandboxError::Moved(_)) if attempts < ATTEMPTS => attempts += 1,
                ended => return ended,
            }
        }
    }

    fn inside(&self, folder: &Path) -> String {
        self.layers.folder_inside(folder).to_string_lossy().into_owned()
    }

    fn is_another_user(&self) -> bool {
        everyone::are_of_another() && self.setup.isolation != Isolation::Off
    }
}
