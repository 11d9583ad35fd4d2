//! Pipes between two programs that run at the same time.
//!
//! A reader sees the end of a pipe, and a writer a broken pipe, only when no other process holds
//! the opposite side. So an end is handed over to its program: once the program has it, this
//! process closes it, unless the caller keeps a copy on purpose.

use std::io::{self, PipeReader, Read};
use std::sync::Mutex;

use referee_base::parallel::lock;

use super::RunProgress;

/// An end of a pipe, to be handed over to a program.
#[derive(Debug)]
pub struct PipeEnd<P> {
    end: Mutex<Option<P>>,
    writer: Option<RunProgress>,
}

impl<P> PipeEnd<P> {
    /// Wraps an end to be handed over.
    pub fn new(end: P) -> PipeEnd<P> {
        PipeEnd { end: Mutex::new(Some(end)), writer: None }
    }

    /// Adds the progress of the program that writes to the pipe: its launcher reports it, and the
    /// launcher of the reader does not count the writer's working time towards the reader's
    /// wall-clock limit.
    #[must_use]
    pub fn with_progress_of_writer(self, writer: RunProgress) -> PipeEnd<P> {
        PipeEnd { writer: Some(writer), ..self }
    }

    pub(super) fn writer(&self) -> Option<&RunProgress> {
        self.writer.as_ref()
    }

    /// Takes the end, to hand it over to its program.
    pub(super) fn take(&self) -> io::Result<P> {
        let end = lock(&self.end).take();
        end.ok_or_else(|| io::Error::other("another program has this end of the pipe"))
    }
}

/// Reads and discards at most this many bytes. Stops at an error as at the end of the pipe: both
/// mean that nobody writes any more. No program may be running that was given the same end.
pub fn drain(pipe: PipeReader, most: u64) {
    // Such a program may have set it not to block, and has set that for all who hold it.
    let _ = rustix::io::ioctl_fionbio(&pipe, false);
    let _ = io::copy(&mut pipe.take(most), &mut io::sink());
}

/// Returns whether no process holds the writing side.
pub fn has_no_writer(pipe: &PipeReader) -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let mut asked = [PollFd::new(pipe, PollFlags::empty())];
    let now = Timespec { tv_sec: 0, tv_nsec: 0 };
    poll(&mut asked, Some(&now)).is_ok() && asked[0].revents().contains(PollFlags::HUP)
}

/// Returns whether a pipe, given by either end, contains unread bytes.
pub fn holds_something(pipe: impl std::os::fd::AsFd) -> bool {
    rustix::io::ioctl_fionread(pipe).is_ok_and(|unread| unread > 0)
}
