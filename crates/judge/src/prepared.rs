//! The cache of the cases of a run of `judge`: each is resolved, read and prepared once for all
//! submissions, as long as there is room.
//!
//! An input is held in memory, where no program can change it, and takes file descriptors. So of
//! very many or very large cases only the first are cached; others are prepared for each run anew.

use std::mem;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use crate::record::case_key::CaseKey;
use referee_base::fault::Fault;
use referee_base::machine::Machine;
use referee_base::parallel::lock;
use referee_problem::cases::{CaseFile, excerpts};
use referee_problem::{PreparedCase, Problem, ResolvedCase};
use referee_sandbox::{Input, WorkingFiles};
use rustix::process::{Resource, getrlimit};

/// The maximum number of cases that are cached.
const MAX_CASES: u64 = 500;

/// One case is cached for this many file descriptors that a process may have. It takes six at most:
/// for its input with copies, and for the files of working folders.
const DESCRIPTORS: u64 = 8;

/// The maximum size of cached cases, in bytes.
const MAX_BYTES: u64 = 256 << 20;

/// A case whose input has been read.
pub(crate) struct OpenedCase {
    pub(crate) case: ResolvedCase,
    pub(crate) input: Vec<u8>,
}

/// A case that is ready to judge runs.
pub struct ReadyCase {
    pub(crate) name: Arc<str>,
    /// The judge of outputs, and the jury's answer.
    pub(crate) prepared: PreparedCase,
    /// The arguments of programs that are run on it.
    pub(crate) arguments: Vec<String>,
    pub(crate) input: Input,
    /// The files in the working folders of these programs.
    pub(crate) files: Option<WorkingFiles>,
    /// The start of the input, if excerpts are wanted.
    pub(crate) start: Option<String>,
    /// The approximate size in memory, in bytes.
    pub(crate) bytes: u64,
}

impl ReadyCase {
    /// Prepares a case of a problem for runs.
    ///
    /// # Errors
    /// Its files cannot be read, or it is not a case of the problem.
    pub fn of_problem(
        problem: &Problem,
        file: &CaseFile,
        machine: Machine,
    ) -> Result<ReadyCase, Fault> {
        let case = problem.resolve(file)?;
        let input = case.read_input(machine)?;
        ReadyCase::of_opened(OpenedCase { case, input }, machine, true)
    }

    /// Prepares a case that was read, with or without excerpts.
    pub(crate) fn of_opened(
        OpenedCase { case, input: bytes }: OpenedCase,
        machine: Machine,
        excerpts: bool,
    ) -> Result<ReadyCase, Fault> {
        let prepared = case.prepare(Some(&bytes), machine)?;
        let path = &case.file.input;
        let input = Input::new(&bytes).map_err(|error| Fault::cannot_read(path, &error))?;
        let start = excerpts.then(|| excerpts::shown(&bytes));
        let files = case.working_files()?;
        // The prepared answer takes about as much memory as its file.
        let answers = case.file.answer().metadata().map_or(0, |metadata| metadata.len());
        let bytes = bytes.len() as u64 + answers;
        let arguments = case.arguments().to_vec();
        let name = case.file.name;
        Ok(ReadyCase { name, prepared, arguments, input, files, start, bytes })
    }
}

pub(crate) type Preparation = Arc<Result<ReadyCase, Fault>>;

/// Opens cases, and prepares them for runs.
pub(crate) trait Prepare {
    /// Resolves a case, given by position, and reads its input.
    fn open(&self, at: usize) -> Result<OpenedCase, Fault>;

    /// Returns what runs on a case depend on.
    fn case_key(&self, opened: &OpenedCase) -> Result<CaseKey, Fault>;

    fn prepare(&self, opened: OpenedCase) -> Result<ReadyCase, Fault>;
}

/// The cases that have been needed so far, and the room for them.
pub(crate) struct CaseCache {
    cases: Vec<CachedCase>,
    room: Room,
}

#[derive(Default)]
struct CachedCase {
    /// What runs on it depend on; `None` if the case cannot be read.
    key: OnceLock<Option<CaseKey>>,
    state: Mutex<CacheState>,
}

#[derive(Default)]
enum CacheState {
    #[default]
    Nothing,
    /// The case as it was read for its content hash, for the run that may follow.
    Opened(Box<OpenedCase>),
    Ready(Preparation),
}

impl CaseCache {
    pub(crate) fn new(count: usize) -> CaseCache {
        let cases = (0..count).map(|_| CachedCase::default()).collect();
        let descriptors = getrlimit(Resource::Nofile).current;
        CaseCache { cases, room: Room::of(descriptors.unwrap_or(u64::MAX)) }
    }

    /// Returns what runs on a case, given by position, depend on; none if the case cannot be read,
    /// which is reported when it is run.
    pub(crate) fn case_key(&self, at: usize, preparing: &dyn Prepare) -> Option<&CaseKey> {
        let CachedCase { key, state } = &self.cases[at];
        let read = || {
            let opened = preparing.open(at).ok()?;
            let found = preparing.case_key(&opened).ok()?;
            let mut state = lock(state);
            if matches!(*state, CacheState::Nothing) && self.room.take(opened.input.len() as u64) {
                *state = CacheState::Opened(Box::new(opened));
            }
            Some(found)
        };
        key.get_or_init(read).as_ref()
    }

    /// Returns whether the files of a case, given by position, are still those that its key was
    /// computed from.
    pub(crate) fn is_current(&self, at: usize) -> bool {
        let key = self.cases[at].key.get().and_then(Option::as_ref);
        key.is_none_or(CaseKey::is_current)
    }

    /// Returns a case, given by position, prepared if it is not yet. It is cached if there is room.
    pub(crate) fn ready(&self, at: usize, preparing: &dyn Prepare) -> Preparation {
        // Locked until the case is prepared, so that other threads wait for it rather than prepare
        // it again.
        let mut state = lock(&self.cases[at].state);
        let opened = match mem::take(&mut *state) {
            CacheState::Ready(ready) => {
                *state = CacheState::Ready(Arc::clone(&ready));
                return ready;
            }
            CacheState::Opened(opened) => {
                self.room.give_back(opened.input.len() as u64);
                Ok(*opened)
            }
            CacheState::Nothing => preparing.open(at),
        };
        let ready = Arc::new(opened.and_then(|opened| preparing.prepare(opened)));
        // What failed may have failed by chance.
        if ready.as_ref().as_ref().is_ok_and(|ready| self.room.take(ready.bytes)) {
            *state = CacheState::Ready(Arc::clone(&ready));
        }
        ready
    }
}

#[derive(Debug)]
struct Room {
    most: u64,
    cases: AtomicU64,
    bytes: AtomicU64,
}

impl Room {
    /// Returns the room in a process that may have this many file descriptors.
    fn of(descriptors: u64) -> Room {
        let most = MAX_CASES.min(descriptors / DESCRIPTORS);
        Room { most, cases: AtomicU64::new(0), bytes: AtomicU64::new(0) }
    }

    /// Reserves room for a case of this size, if there is some. Threads may ask at the same time,
    /// so the bound may be slightly exceeded.
    fn take(&self, bytes: u64) -> bool {
        let is_free = self.cases.load(Ordering::Relaxed) < self.most
            && self.bytes.load(Ordering::Relaxed).saturating_add(bytes) <= MAX_BYTES;
        if is_free {
            self.cases.fetch_add(1, Ordering::Relaxed);
            self.bytes.fetch_add(bytes, Ordering::Relaxed);
        }
        is_free
    }

    /// Releases the room of a case of this size.
    fn give_back(&self, bytes: u64) {
        self.cases.fetch_sub(1, Ordering::Relaxed);
        self.bytes.fetch_sub(bytes, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests;
