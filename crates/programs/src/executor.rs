//! Runs programs: in sandboxes, or in tests by a stub that only returns results.

use std::ffi::OsString;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Mutex;

use referee_base::cores;
use referee_base::files::everyone;
use referee_base::parallel::lock;
use referee_sandbox::{
    Ended, Isolation, Layers, Run, Sandbox, SandboxError, Setup, Stdin, Stdout, are_runs_ended,
};

/// Runs programs, several at a time.
pub trait Executor: Sync {
    /// Runs a program and passes its output on while it runs, in a single call of `output`.
    ///
    /// # Errors
    /// The program could not be run; that says nothing about it.
    fn run(&self, run: &Run, output: &mut dyn FnMut(&mut dyn Read)) -> Result<Ended, SandboxError>;

    /// Runs a program and returns the first bytes of its output.
    ///
    /// # Errors
    /// The program could not be run; that says nothing about it.
    fn run_and_read(&self, run: &Run, max_bytes: u64) -> Result<(Ended, Vec<u8>), SandboxError> {
        let mut read = Vec::new();
        let ended = self.run(run, &mut |output| {
            // After a read error, a pipe has nothing more to give.
            let _ = io::copy(&mut output.take(max_bytes), &mut read);
        })?;
        Ok((ended, read))
    }

    /// Returns the path at which a program sees the folder `folder` of the host.
    fn inside(&self, folder: &Path) -> String;

    /// Returns whether programs run as another user than the caller.
    fn is_another_user(&self) -> bool;

    /// Returns whether programs can read no files of the host but those of the system and those
    /// that a run shows them.
    fn hides_files(&self) -> bool {
        false
    }
}

/// The number of sandboxes that are tried for a run if their launchers have changed. One is enough,
/// unless there is an attack.
const ATTEMPTS: u32 = 3;

/// The number of free sandboxes that may hold a waiting program before another program takes one.
const MAX_WAITING: usize = 8;

/// A pool of sandboxes, each used for one run at a time.
///
/// Each has a core to itself, if there are enough cores: two programs on one core would distort
/// each other's times.
pub struct Sandboxes {
    /// The active isolation layers: all sandboxes are started alike.
    layers: Layers,
    free: Mutex<Vec<(Setup, Sandbox)>>,
    /// The setups of sandboxes that were not needed yet, or whose launcher is gone or has changed.
    unstarted: Mutex<Vec<Setup>>,
    /// The setup of further sandboxes, if more are needed than were started.
    setup: Setup,
}

impl Sandboxes {
    /// Starts one sandbox. Those for other programs that run at the same time are started when they
    /// are needed: if results are recorded, none may be.
    pub fn start(setup: Setup, count: usize) -> Result<Sandboxes, SandboxError> {
        let cores = cores::cores();
        let of = |at: usize| {
            let processor = if count <= cores.len() { Some(cores[at]) } else { setup.processor };
            Setup { processor, ..setup.clone() }
        };
        let first = Sandboxes::sharing_cores(of(0))?;
        let unstarted = Mutex::new((1..count).rev().map(of).collect());
        Ok(Sandboxes { unstarted, setup, ..first })
    }

    /// Starts one sandbox, and more when they are needed, none with a core to itself: for programs
    /// that are not measured.
    pub fn sharing_cores(setup: Setup) -> Result<Sandboxes, SandboxError> {
        let sandbox = Sandbox::start(&setup)?;
        let (layers, free) = (sandbox.layers().clone(), vec![(setup.clone(), sandbox)]);
        Ok(Sandboxes { layers, free: Mutex::new(free), unstarted: Mutex::default(), setup })
    }

    /// Returns the active isolation layers.
    pub fn layers(&self) -> &Layers {
        &self.layers
    }

    /// Returns a free sandbox: the one in which the program of the run waits, or else the one that
    /// was used last. If other programs wait in all of them, there may be room for one more.
    fn choose(&self, run: &Run) -> Option<(Setup, Sandbox)> {
        let mut free = lock(&self.free);
        let is_full = free.len() >= MAX_WAITING;
        let at = free.iter().rposition(|(_, sandbox)| sandbox.is_warm_for(run));
        let at = at.or_else(|| free.iter().rposition(|(_, sandbox)| !sandbox.is_warm()));
        match at {
            Some(at) => Some(free.remove(at)),
            // The one that has not been used for the longest time.
            None => (is_full && !free.is_empty()).then(|| free.remove(0)),
        }
    }

    fn take(&self, run: &Run) -> Result<(Setup, Sandbox), SandboxError> {
        while let Some((setup, sandbox)) = self.choose(run) {
            if sandbox.is_fit() {
                return Ok((setup, sandbox));
            }
            // It was ended while it was free.
            lock(&self.unstarted).push(setup);
        }
        // A lost sandbox is replaced first: its core, if it has one to itself, is free.
        let setup = lock(&self.unstarted).pop().unwrap_or_else(|| self.setup.clone());
        match Sandbox::start(&setup) {
            Ok(sandbox) => Ok((setup, sandbox)),
            Err(error) => {
                lock(&self.unstarted).push(setup);
                Err(error)
            }
        }
    }
}

/// Returns a command as a shell would accept it, or nearly so if it cannot be quoted.
fn words(command: &[OsString]) -> String {
    let words: Vec<_> = command.iter().map(|word| word.to_string_lossy()).collect();
    shlex::try_join(words.iter().map(|word| &**word)).unwrap_or_else(|_| words.join(" "))
}

impl Executor for Sandboxes {
    fn run(&self, run: &Run, output: &mut dyn FnMut(&mut dyn Read)) -> Result<Ended, SandboxError> {
        log::debug!(target: "start", "{}", words(&run.command));
        let has_pipes =
            matches!(run.stdin, Stdin::Pipe(_)) || matches!(run.stdout, Stdout::Pipe(_));
        let mut attempts = 1;
        loop {
            if are_runs_ended() {
                return Err(SandboxError::Ended);
            }
            let (setup, mut sandbox) = self.take(run)?;
            let ended = sandbox.run(run, output);
            if ended.as_ref().is_ok_and(|ended| ended.is_warm) {
                log::debug!(target: "start", "that was forked from a program that waits");
            }
            if sandbox.is_fit() {
                lock(&self.free).push((setup, sandbox))
            } else {
                lock(&self.unstarted).push(setup)
            }
            match ended {
                // The program was not run. Pipes to another program have been handed over, and are
                // closed.
                Err(SandboxError::Moved(_)) if attempts < ATTEMPTS && !has_pipes => {
                    attempts += 1;
                }
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

    fn hides_files(&self) -> bool {
        self.layers.namespaces.is_ok() || self.layers.landlock.is_ok()
    }
}
