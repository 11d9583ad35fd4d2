//! Where requests arrive: a TCP port, or a Unix socket that only its owner may use.

use std::fmt;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::os::fd::OwnedFd;
use std::os::unix::fs::FileTypeExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::mpsc::{self, Receiver};
use std::thread;

use referee_base::fault::Fault;
use rustix::fs::Mode;
use rustix::process::umask;

use crate::queue::POLL_INTERVAL;

const UNIX: &str = "unix:";

/// An address to listen on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Address {
    /// A TCP port; 0 means any that is free.
    Tcp(SocketAddr),
    /// A Unix socket.
    Unix(PathBuf),
}

impl FromStr for Address {
    type Err = String;

    fn from_str(text: &str) -> Result<Address, String> {
        match text.strip_prefix(UNIX) {
            Some("") => Err(format!("`{UNIX}` is followed by a path")),
            Some(path) => Ok(Address::Unix(path.into())),
            None => text.parse().map(Address::Tcp).map_err(|_| {
                format!("no address: it is IP:PORT, as 127.0.0.1:8080, or {UNIX}PATH")
            }),
        }
    }
}

impl Address {
    /// Returns whether other machines can reach it.
    pub fn is_public(&self) -> bool {
        matches!(self, Address::Tcp(address) if !address.ip().is_loopback())
    }
}

/// Accepts connections.
pub enum Listener {
    /// On a TCP port.
    Tcp(TcpListener, SocketAddr),
    /// On a Unix socket, which is removed at the end.
    Unix(UnixListener, PathBuf),
}

impl Listener {
    /// Listens on an address. A socket left behind by a server is replaced.
    ///
    /// # Errors
    /// The address is taken, or cannot be used.
    pub fn bind(address: &Address) -> Result<Listener, Fault> {
        let failed = |error: io::Error| {
            let shown = match address {
                Address::Tcp(address) => address.to_string(),
                Address::Unix(path) => path.display().to_string(),
            };
            Fault::bad_input(format!("cannot listen on {shown}: {error}"))
        };
        match address {
            Address::Tcp(address) => {
                let listener = TcpListener::bind(address).map_err(failed)?;
                let address = listener.local_addr().map_err(failed)?;
                Ok(Listener::Tcp(listener, address))
            }
            Address::Unix(path) => {
                if is_left(path) {
                    std::fs::remove_file(path).map_err(failed)?;
                }
                // Others must not have access to it even for a moment.
                let before = umask(Mode::RWXG | Mode::RWXO);
                let listener = UnixListener::bind(path);
                umask(before);
                Ok(Listener::Unix(listener.map_err(failed)?, path.clone()))
            }
        }
    }

    /// Accepts connections in a thread of its own, and sends them as stream sockets of either kind.
    pub(super) fn incoming(&self) -> io::Result<Receiver<UnixStream>> {
        let accept: Box<dyn Fn() -> io::Result<UnixStream> + Send> = match self {
            Listener::Tcp(listener, _) => {
                let listener = listener.try_clone()?;
                Box::new(move || {
                    let (stream, _) = listener.accept()?;
                    stream.set_nodelay(true)?;
                    // Reading, writing, timeouts and the end are the same for all sockets.
                    Ok(OwnedFd::from(stream).into())
                })
            }
            Listener::Unix(listener, _) => {
                let listener = listener.try_clone()?;
                Box::new(move || listener.accept().map(|(stream, _)| stream))
            }
        };
        let (send, incoming) = mpsc::sync_channel(1);
        thread::spawn(move || {
            loop {
                let Ok(stream) = accept() else {
                    // The next one may succeed; if too many files are open, after a while.
                    thread::sleep(POLL_INTERVAL);
                    continue;
                };
                if send.send(stream).is_err() {
                    return;
                }
            }
        });
        Ok(incoming)
    }
}

/// Returns whether a path is a socket on which nothing listens.
fn is_left(path: &Path) -> bool {
    let is_socket = path.symlink_metadata().is_ok_and(|found| found.file_type().is_socket());
    is_socket && UnixStream::connect(path).is_err()
}

impl fmt::Display for Listener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Listener::Tcp(_, address) => write!(f, "http://{address}"),
            Listener::Unix(_, path) => write!(f, "{UNIX}{}", path.display()),
        }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        if let Listener::Unix(_, path) = self {
            // If the socket is gone already, nothing needs to be done.
            let _ = std::fs::remove_file(path);
        }
    }
}
