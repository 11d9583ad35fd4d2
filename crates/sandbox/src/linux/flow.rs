//! Handles the streams of a running program: its output, which the caller checks, its standard
//! error, and finally the launcher's report.

use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;

use super::message::{ANSWER, LauncherAnswer, Request, receive, send};
use crate::Run;

/// The number of bytes read at a time of output that is discarded.
const CHUNK: usize = 64 << 10;

/// A reader of the output that also handles everything else that arrives meanwhile.
pub(super) struct Flow<'a> {
    launcher: BorrowedFd<'a>,
    output: Option<OwnedFd>,
    error: Option<OwnedFd>,
    limit: u64,
    kept_error: usize,
    is_lost: bool,
    flowed: ArrivedOutput,
}

/// What has arrived so far.
#[derive(Default)]
pub(super) struct ArrivedOutput {
    /// The result of the run; `None` if the launcher has ended instead.
    pub(super) answer: Option<LauncherAnswer>,
    /// The number of bytes of output.
    pub(super) count: u64,
    /// Whether there was more output than the limit allows.
    pub(super) is_over: bool,
    /// The number of bytes of standard error.
    pub(super) error_count: u64,
    /// The first bytes of standard error.
    pub(super) stderr: Vec<u8>,
}

impl<'a> Flow<'a> {
    pub(super) fn new(
        launcher: BorrowedFd<'a>,
        output: Option<OwnedFd>,
        error: Option<OwnedFd>,
        run: &Run,
    ) -> Self {
        Flow {
            launcher,
            output,
            error,
            limit: run.limits.output,
            kept_error: run.stderr,
            is_lost: false,
            flowed: ArrivedOutput::default(),
        }
    }

    /// Waits until anything arrives, and returns whether that is a refusal to start the program: a
    /// launcher that has changed answers before it closes the pipes.
    pub(super) fn is_refused(&mut self) -> bool {
        self.wait();
        self.flowed.answer.as_ref().is_some_and(|answer| answer.reply.is_err())
    }

    /// Discards the rest of the output and waits for the end of the run.
    pub(super) fn finish(mut self) -> ArrivedOutput {
        let mut rest = vec![0; CHUNK];
        while self.next(&mut rest) > 0 {}
        while self.flowed.answer.is_none() && !self.is_lost {
            self.wait();
        }
        while self.error.is_some() {
            self.read_error();
        }
        self.flowed
    }

    /// Waits for output and reads some of it. 0 means the end.
    fn next(&mut self, buffer: &mut [u8]) -> usize {
        while let Some(output) = self.awaited_output() {
            let left = self.limit - self.flowed.count;
            // At the limit one more byte shows whether the program exceeds it.
            let mut one_more = [0];
            let room = match left {
                0 => &mut one_more[..],
                _ => {
                    let most = buffer.len().min(usize::try_from(left).unwrap_or(usize::MAX));
                    &mut buffer[..most]
                }
            };
            let is_over = left == 0;
            match rustix::io::read(output, room) {
                Ok(0) => self.output = None,
                Ok(_) if is_over => {
                    // The pipe stays open until the run has ended: otherwise it would depend on the
                    // machine whether the program sees it break before it is stopped.
                    self.flowed.is_over = true;
                    let _ = send(self.launcher, &Request::Stop, &[]);
                }
                Ok(got) => {
                    self.flowed.count += got as u64;
                    return got;
                }
                Err(Errno::INTR) => {}
                // The run is over and the pipe empty: any process that still holds it is not part
                // of the run.
                Err(Errno::AGAIN) if self.flowed.answer.is_some() || self.is_lost => {
                    self.output = None;
                }
                Err(Errno::AGAIN) => self.wait(),
                Err(_) => self.output = None,
            }
        }
        0
    }

    /// Returns the output unless there was too much of it.
    fn awaited_output(&self) -> Option<&OwnedFd> {
        self.output.as_ref().filter(|_| !self.flowed.is_over)
    }

    /// Waits until anything arrives, and handles it unless it is output.
    fn wait(&mut self) {
        let ready = {
            let mut awaited = vec![PollFd::from_borrowed_fd(self.launcher, PollFlags::IN)];
            for pipe in [self.error.as_ref(), self.awaited_output()].into_iter().flatten() {
                awaited.push(PollFd::from_borrowed_fd(pipe.as_fd(), PollFlags::IN));
            }
            if poll(&mut awaited, None).is_err() {
                return;
            }
            let is_ready = |at: usize| awaited.get(at).is_some_and(|one| !one.revents().is_empty());
            (is_ready(0), self.error.is_some() && is_ready(1))
        };
        if ready.1 {
            self.read_error();
        }
        if ready.0 {
            match receive(self.launcher, &mut vec![0; ANSWER]) {
                Ok(Some((answer, _))) => self.flowed.answer = Some(answer),
                Ok(None) | Err(_) => self.is_lost = true,
            }
        }
    }

    /// Reads some of standard error; closes it at its end.
    fn read_error(&mut self) {
        let Some(error) = &self.error else { return };
        let mut chunk = [0; 4096];
        match rustix::io::read(error, &mut chunk) {
            Ok(got) if got > 0 => {
                self.flowed.error_count += got as u64;
                let free = self.kept_error - self.flowed.stderr.len();
                self.flowed.stderr.extend(&chunk[..got.min(free)]);
            }
            Err(Errno::INTR) => {}
            Err(Errno::AGAIN) if self.flowed.answer.is_none() && !self.is_lost => {}
            _ => self.error = None,
        }
    }
}

impl Read for Flow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() { Ok(0) } else { Ok(self.next(buffer)) }
    }
}
