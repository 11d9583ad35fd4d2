//! Cases that are ready to judge runs: read and checked once for all submissions, as long as there is room.
//!
//! An input is held in memory, where no program can change it, and takes a descriptor of a file. So of very many or very
//! large cases only the first are kept; others are made ready for each run anew.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use referee_checker::Case;

use super::external::External;
use crate::programs::Number;
use referee_base::fault::Fault;
use referee_sandbox::{Input, WorkingFiles};

/// How many cases are kept: systems give a process a thousand descriptors and more.
const MOST_CASES: u64 = 500;

/// How much of them is kept in memory, in bytes.
const MOST_BYTES: u64 = 256 << 20;

/// A case that is ready to judge runs.
pub(super) struct Ready {
    pub(super) rules: Rules,
    /// What programs are told beside it.
    pub(super) arguments: Vec<String>,
    pub(super) input: Input,
    /// What lies in their working folders.
    pub(super) files: Option<WorkingFiles>,
    pub(super) answer: String,
    /// The start of the input, where it is wanted.
    pub(super) start: Option<String>,
    /// How much of it is in memory, about.
    pub(super) bytes: u64,
}

/// Who judges the outputs of a case.
pub(super) enum Rules {
    /// This program, while an output flows.
    Here(Box<dyn Case>),
    /// A program of the problem's own.
    External(External),
}

/// A case that is ready, or why it cannot be.
pub(super) type Readied = Arc<Result<Ready, Fault>>;

/// A case, as far as it has been looked at.
#[derive(Default)]
pub(super) struct Seen {
    /// Its digest; none if it cannot be read.
    pub(super) content: OnceLock<Option<Number>>,
    ready: Mutex<Option<Readied>>,
}

/// The room for cases.
#[derive(Debug, Default)]
pub(super) struct Room {
    cases: AtomicU64,
    bytes: AtomicU64,
}

impl Room {
    /// Takes room for a case of this size, if there is some. Many threads may ask at a time, so there may be a little more in it.
    fn take(&self, bytes: u64) -> bool {
        let is_free = self.cases.load(Ordering::Relaxed) < MOST_CASES
            && self.bytes.load(Ordering::Relaxed).saturating_add(bytes) <= MOST_BYTES;
        if is_free {
            self.cases.fetch_add(1, Ordering::Relaxed);
            self.bytes.fetch_add(bytes, Ordering::Relaxed);
        }
        is_free
    }
}

impl Seen {
    /// The case, made ready if it is not. It is kept if there is room.
    pub(super) fn ready(
        &self,
        room: &Room,
        prepare: impl FnOnce() -> Result<Ready, Fault>,
    ) -> Readied {
        let mut place = self.ready.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(ready) = &*place {
            return Arc::clone(ready);
        }
        let ready = Arc::new(prepare());
        if room.take(ready.as_ref().as_ref().map_or(0, |ready| ready.bytes)) {
            *place = Some(Arc::clone(&ready));
        }
        ready
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_room_for_some_cases_and_some_bytes() {
        let room = Room::default();
        let taken = (0..2 * MOST_CASES).filter(|_| room.take(1)).count() as u64;
        assert_eq!(taken, MOST_CASES);
        let room = Room::default();
        assert!(room.take(MOST_BYTES - 1) && !room.take(2) && room.take(1) && !room.take(1));
    }

    #[test]
    fn what_is_not_kept_is_made_ready_again() {
        let (room, full) = (Room::default(), Room { cases: MOST_CASES.into(), ..Room::default() });
        for (room, expected) in [(&room, 1), (&full, 3)] {
            let (seen, mut count) = (Seen::default(), 0);
            for _ in 0..3 {
                let ready = seen.ready(room, || {
                    count += 1;
                    Err(Fault::bad_input("it cannot be"))
                });
                assert!(ready.is_err());
            }
            assert_eq!(count, expected);
        }
    }
}
