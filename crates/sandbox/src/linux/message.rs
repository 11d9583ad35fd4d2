//! The messages between a sandbox and its launcher: one per packet, with descriptors attached. They
//! are binary (Postcard): paths and arguments are bytes, and reading lists of numbers as text took
//! one twentieth of a short run.

use std::ffi::OsString;
use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::path::PathBuf;

use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, recvmsg, sendmsg,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::{Ended, Limits, WarmStart};

/// The maximum size of a request: more than the default buffer of a socket holds.
pub(super) const REQUEST: usize = 256 << 10;

/// The maximum size of an answer.
pub(super) const ANSWER: usize = 16 << 10;

/// Standard input, output and error of the program.
pub(super) const DESCRIPTORS: usize = 3;

/// The maximum number of descriptors: these three, an archive of files for its working folder, and
/// the progress of two runs.
const MAX_DESCRIPTORS: usize = DESCRIPTORS + 3;

/// A request to the launcher. `Run` comes with descriptors, in the order of the fields of
/// [`RunRequest`]: the standard ones that are given, and the archive of files and the progress of
/// runs, if any.
#[derive(Serialize, Deserialize)]
pub(super) enum Request {
    Run(Box<RunRequest>),
    /// Ends the current run. Has no effect if it has just ended by itself.
    Stop,
}

#[derive(Clone, Serialize, Deserialize)]
pub(super) struct RunRequest {
    pub(super) command: Vec<OsString>,
    pub(super) environment: Vec<(OsString, OsString)>,
    pub(super) program: Option<HostFolder>,
    pub(super) readable: Vec<PathBuf>,
    pub(super) writable: Option<HostFolder>,
    /// The space in bytes of the files in its working folder, if there are any.
    pub(super) files: Option<u64>,
    pub(super) limits: Limits,
    pub(super) warm: Option<WarmStart>,
    /// Which of standard input, output and error are attached. The others are `/dev/null`.
    pub(super) given: [bool; DESCRIPTORS],
    /// Whether to report the progress of the run.
    pub(super) tells: bool,
    /// Whether the progress of the program that writes its input is known.
    pub(super) excused: bool,
}

impl RunRequest {
    /// Returns how many bytes its working folder may hold, including the files that are there from
    /// the start.
    pub(super) fn room(&self) -> u64 {
        self.limits.disk.saturating_add(self.files.unwrap_or(0))
    }
}

/// A folder on the host. The same path may name different folders at different times.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct HostFolder {
    pub(super) path: PathBuf,
    /// Device and inode.
    pub(super) identity: (u64, u64),
}

#[derive(Serialize, Deserialize)]
pub(super) struct LauncherAnswer {
    pub(super) reply: Reply,
    /// Whether no property of the launcher that programs inherit has changed.
    pub(super) is_fit: bool,
}

/// The result of a run as the launcher has observed it, without its output; or why it could not
/// start.
pub(super) type Reply = Result<Ended, StartRefusal>;

#[derive(Serialize, Deserialize)]
pub(super) enum StartRefusal {
    /// The launcher has changed since it began to serve: this property differs.
    Moved(String),
    /// This program cannot be executed.
    Failed(String),
    /// No program can: something that all of them need is missing.
    Unable(String),
}

impl From<String> for StartRefusal {
    fn from(reason: String) -> StartRefusal {
        StartRefusal::Unable(reason)
    }
}

pub(super) fn send(
    socket: BorrowedFd,
    message: &impl Serialize,
    descriptors: &[BorrowedFd],
) -> io::Result<()> {
    let bytes = postcard::to_stdvec(message).map_err(io::Error::other)?;
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MAX_DESCRIPTORS))];
    let mut control = SendAncillaryBuffer::new(&mut space);
    if !descriptors.is_empty() {
        control.push(SendAncillaryMessage::ScmRights(descriptors));
    }
    sendmsg(socket, &[IoSlice::new(&bytes)], &mut control, SendFlags::NOSIGNAL)?;
    Ok(())
}

/// Waits for a message, and returns it with the descriptors that were attached. `None` means that
/// the other side has closed the socket.
pub(super) fn receive<M: DeserializeOwned>(
    socket: BorrowedFd,
    buffer: &mut [u8],
) -> io::Result<Option<(M, Vec<OwnedFd>)>> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MAX_DESCRIPTORS))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let mut parts = [IoSliceMut::new(buffer)];
    let got = match recvmsg(socket, &mut parts, &mut control, RecvFlags::CMSG_CLOEXEC) {
        Err(rustix::io::Errno::CONNRESET) => return Ok(None),
        got => got?.bytes,
    };
    if got == 0 {
        return Ok(None);
    }
    let mut descriptors = Vec::new();
    for message in control.drain() {
        if let RecvAncillaryMessage::ScmRights(rights) = message {
            descriptors.extend(rights);
        }
    }
    let message = postcard::from_bytes(&buffer[..got]).map_err(io::Error::other)?;
    Ok(Some((message, descriptors)))
}
