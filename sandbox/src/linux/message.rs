//! What is said between a sandbox and its launcher: one JSON text per packet, descriptors beside it.

use std::ffi::OsString;
use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::path::PathBuf;
use std::time::Duration;

use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, recvmsg, sendmsg,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::{Exit, Limits, Stopped};

/// The largest request: more than the default buffer of a socket holds.
pub(super) const REQUEST: usize = 256 << 10;

/// The largest answer.
pub(super) const ANSWER: usize = 16 << 10;

/// Standard input, output and error of the program.
pub(super) const DESCRIPTORS: usize = 3;

/// Those, and an archive of files for its working folder.
const MAX_DESCRIPTORS: usize = DESCRIPTORS + 1;

/// What the sandbox wants of its launcher. With `Run` come the standard descriptors that are given, and the archive of
/// files if there is one.
#[derive(Serialize, Deserialize)]
pub(super) enum Request {
    Run(Box<Task>),
    /// End the run under way. Comes to nothing if it has just ended by itself.
    Stop,
}

/// One run, as the launcher needs to know it.
#[derive(Serialize, Deserialize)]
pub(super) struct Task {
    pub(super) command: Vec<OsString>,
    pub(super) environment: Vec<(OsString, OsString)>,
    pub(super) program: Option<Folder>,
    pub(super) readable: Vec<PathBuf>,
    pub(super) writable: Option<Folder>,
    /// How much room the files take that lie in its working folder, if there are any.
    pub(super) files: Option<u64>,
    pub(super) limits: Limits,
    /// Which of standard input, output and error come along. The others lead nowhere.
    pub(super) given: [bool; DESCRIPTORS],
}

/// A folder on the host. Two of the same path may still be different folders, one after the other.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Folder {
    pub(super) path: PathBuf,
    /// Device and inode.
    pub(super) identity: (u64, u64),
}

/// What the launcher answers.
#[derive(Serialize, Deserialize)]
pub(super) struct Answer {
    pub(super) reply: Reply,
    /// Whether nothing of the launcher that programs inherit has moved meanwhile.
    pub(super) is_fit: bool,
}

/// How a run ended, or why it could not begin.
pub(super) type Reply = Result<Report, Refusal>;

/// Why a run could not begin.
#[derive(Serialize, Deserialize)]
pub(super) enum Refusal {
    /// The launcher is not what it was when it began to serve: this has moved.
    Moved(String),
    /// A step of starting the program failed.
    Failed(String),
}

impl From<String> for Refusal {
    fn from(reason: String) -> Refusal {
        Refusal::Failed(reason)
    }
}

/// How a run ended, as the launcher has seen it.
#[derive(Serialize, Deserialize)]
pub(super) struct Report {
    pub(super) exit: Exit,
    pub(super) cpu: Duration,
    pub(super) wall: Duration,
    pub(super) waited: Duration,
    pub(super) memory: u64,
    pub(super) address_space: u64,
    pub(super) stopped: Option<Stopped>,
}

/// Sends a message.
pub(super) fn send(
    socket: BorrowedFd,
    message: &impl Serialize,
    descriptors: &[BorrowedFd],
) -> io::Result<()> {
    let text = serde_json::to_vec(message)?;
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MAX_DESCRIPTORS))];
    let mut control = SendAncillaryBuffer::new(&mut space);
    if !descriptors.is_empty() {
        control.push(SendAncillaryMessage::ScmRights(descriptors));
    }
    sendmsg(socket, &[IoSlice::new(&text)], &mut control, SendFlags::NOSIGNAL)?;
    Ok(())
}

/// A message and the descriptors that came with it.
pub(super) type Received<M> = (M, Vec<OwnedFd>);

/// Waits for a message. `None` means that the other side is gone.
pub(super) fn receive<M: DeserializeOwned>(
    socket: BorrowedFd,
    buffer: &mut Buffer,
) -> io::Result<Option<Received<M>>> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MAX_DESCRIPTORS))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let mut parts = [IoSliceMut::new(&mut buffer.0)];
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
    Ok(Some((serde_json::from_slice(&buffer.0[..got])?, descriptors)))
}

/// Where packets are received.
pub(super) struct Buffer(Vec<u8>);

impl Buffer {
    pub(super) fn new(size: usize) -> Buffer {
        Buffer(vec![0; size])
    }
}
