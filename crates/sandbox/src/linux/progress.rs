//! The progress of a run: how long it has worked, and what it is doing at the moment.
//!
//! Two interacting programs run in two sandboxes, each with its own launcher. A launcher must know
//! how long the other program has worked, because its own program waits meanwhile; and the caller
//! must know whether a program is about to end. So the launcher of a run writes this into a few
//! bytes of shared memory, as three numbers: the caller's last question, the answer to it, and the
//! time.

use std::fs::File;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::FileExt;
use std::time::Duration;

use rustix::fs::{MemfdFlags, memfd_create};

use super::standing::Standing;

/// The places of the numbers, each of eight bytes.
const QUESTION: u64 = 0;
const ANSWER: u64 = 8;
const WORKED: u64 = 16;

/// What the launcher reports during a run.
#[derive(Debug)]
pub struct RunProgress(File);

impl RunProgress {
    /// Creates the progress of a run that has not started.
    pub fn new() -> io::Result<RunProgress> {
        Ok(RunProgress(memfd_create("progress", MemfdFlags::CLOEXEC)?.into()))
    }

    /// Returns another handle to the same progress.
    pub fn share(&self) -> io::Result<RunProgress> {
        Ok(RunProgress(self.0.try_clone()?))
    }

    /// Asks what the run is doing from now on, and returns the number of the question.
    pub fn ask(&self) -> u64 {
        let question = self.read(QUESTION) + 1;
        self.write(QUESTION, question);
        question
    }

    /// Returns what the run was doing some time after this question was asked; `None` if that is
    /// not known yet, or if the run is over.
    pub fn answer(&self, question: u64) -> Option<Standing> {
        let answer = self.read(ANSWER);
        let standings = [Standing::Works, Standing::Waits, Standing::Ends];
        let standing = standings.into_iter().find(|&standing| answer % 4 == standing as u64);
        standing.filter(|_| answer / 4 >= question)
    }

    /// Returns how long the run has worked or wanted to work.
    pub(super) fn worked(&self) -> Duration {
        Duration::from_nanos(self.read(WORKED))
    }

    /// Reports how long the run has worked or wanted to work, and what it is doing if that was
    /// asked.
    pub(super) fn tell(&self, worked: Duration, standing: impl FnOnce() -> Standing) {
        self.write(WORKED, u64::try_from(worked.as_nanos()).unwrap_or(u64::MAX));
        let question = self.read(QUESTION);
        if question > self.read(ANSWER) / 4 {
            self.write(ANSWER, 4 * question + standing() as u64);
        }
    }

    /// Returns a number; 0 if it was not written yet.
    fn read(&self, place: u64) -> u64 {
        let mut bytes = [0; 8];
        let read = self.0.read_exact_at(&mut bytes, place);
        read.map_or(0, |()| u64::from_ne_bytes(bytes))
    }

    fn write(&self, place: u64, number: u64) {
        // May fail if memory is short; then the readers only know less.
        let _ = self.0.write_all_at(&number.to_ne_bytes(), place);
    }
}

impl From<OwnedFd> for RunProgress {
    fn from(shared: OwnedFd) -> RunProgress {
        RunProgress(shared.into())
    }
}

impl AsFd for RunProgress {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_belongs_to_the_question_before_it() {
        let progress = RunProgress::new().unwrap();
        let launcher = progress.share().unwrap();
        assert_eq!(launcher.worked(), Duration::ZERO);
        launcher.tell(Duration::from_secs(1), || unreachable!("nobody has asked"));
        let first = progress.ask();
        assert_eq!(progress.answer(first), None);
        launcher.tell(Duration::from_secs(2), || Standing::Works);
        assert_eq!(progress.answer(first), Some(Standing::Works));
        let second = progress.ask();
        assert_eq!(progress.answer(second), None);
        launcher.tell(Duration::from_secs(3), || Standing::Waits);
        assert_eq!(progress.answer(second), Some(Standing::Waits));
        launcher.tell(Duration::from_secs(4), || unreachable!("that was answered"));
        assert_eq!(progress.worked(), Duration::from_secs(4));
    }
}
