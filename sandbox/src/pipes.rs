//! Pipes between two programs that run at the same time.
//!
//! A pipe tells its reader of the writer's end, and its writer of the reader's, only when nobody else holds that side. So an
//! end goes over to its program: as soon as the program has it, we have it no more, unless somebody keeps a copy on purpose.

use std::io::{self, PipeReader};
use std::sync::{Mutex, PoisonError};

/// An end of a pipe that goes over to a program.
#[derive(Debug)]
pub struct End<P>(Mutex<Option<P>>);

impl<P> End<P> {
    /// This end, to go over.
    pub fn new(end: P) -> End<P> {
        End(Mutex::new(Some(end)))
    }

    /// Takes it for the program that gets it.
    pub(super) fn take(&self) -> io::Result<P> {
        let end = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        end.ok_or_else(|| io::Error::other("another program has this end of the pipe"))
    }
}

/// Whether nobody writes any more what could be read there. Elsewhere than on Unix that is never known.
pub fn has_no_writer(pipe: &PipeReader) -> bool {
    #[cfg(unix)]
    {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        let mut asked = [PollFd::new(pipe, PollFlags::empty())];
        let now = Timespec { tv_sec: 0, tv_nsec: 0 };
        poll(&mut asked, Some(&now)).is_ok() && asked[0].revents().contains(PollFlags::HUP)
    }
    #[cfg(not(unix))]
    {
        let _ = pipe;
        false
    }
}

/// Whether something is in a pipe, of which this is either end, that nobody has read. Elsewhere than on Unix that is never
/// known.
#[cfg(unix)]
pub fn holds_something(pipe: impl std::os::fd::AsFd) -> bool {
    rustix::io::ioctl_fionread(pipe).is_ok_and(|unread| unread > 0)
}

/// The same where the system does not tell.
#[cfg(not(unix))]
pub fn holds_something<P>(_: P) -> bool {
    false
}
