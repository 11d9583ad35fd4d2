//! Answers requests over HTTP, on a TCP port or a Unix socket.
//!
//! Each connection has a thread, which reads a request, answers it and reads the next one. A
//! limited number of programs run at a time, and four times as many requests wait for them. Of all
//! others only the first lines have been read, so that a client that sends more has to wait, as on
//! standard input. A signal ends what waits; what runs is finished and answered.
//!
//! `message.rs` reads and writes messages, `address.rs` listens, `access.rs` decides which requests
//! are allowed, and `routes.rs` answers them.

mod access;
mod address;
mod message;
mod open_instruct;
mod routes;
mod sandbox_fusion;

use std::collections::HashMap;
use std::io::{self, BufReader, Write};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, Mutex};
use std::thread::{self, Scope};
use std::time::Duration;

use referee_base::fault::Fault;
use referee_base::files;
use referee_base::parallel::lock;

pub use access::Access;
pub use address::{Address, Listener};
pub use message::{Head, Reply, Unread};

use crate::queue::POLL_INTERVAL;
use crate::service::Service;
use routes::Routes;

const MAX_CONNECTIONS: usize = 256;

/// The time for which a connection may be idle before it is closed.
const IDLE: Duration = Duration::from_secs(60);

type Connections = Mutex<HashMap<u64, Arc<UnixStream>>>;

/// Listens on an address, for requests with the token in a file, if there is one.
///
/// # Errors
/// The address cannot be used, or not without a token; the file cannot be read.
pub fn listen(address: &Address, token_file: Option<&Path>) -> Result<(Listener, Access), Fault> {
    let access = Access::new(address, token_file)?;
    Ok((Listener::bind(address)?, access))
}

/// Answers requests, `jobs` at a time, until a signal arrives.
///
/// # Errors
/// The listener cannot be used.
pub fn answer_http(
    service: &Service,
    listener: Listener,
    access: &Access,
    jobs: usize,
) -> io::Result<()> {
    // From now on, the first signal is a request to stop.
    files::is_to_stop();
    let incoming = listener.incoming()?;
    let routes = Routes::new(service, access, jobs);
    let connections = Connections::default();
    thread::scope(|scope| {
        for number in 0.. {
            let stream = loop {
                match incoming.recv_timeout(POLL_INTERVAL) {
                    Ok(stream) => break stream,
                    Err(RecvTimeoutError::Timeout) if !files::is_stopped() => {}
                    Err(_) => return routes.stop(|| end_reading(&connections)),
                }
            };
            begin(stream, number, scope, &routes, &connections);
        }
    });
    Ok(())
}

/// Ends the connections that wait for a request. Those with a request in progress stay until it is
/// answered.
fn end_reading(connections: &Connections) {
    for stream in lock(connections).values() {
        // A connection that is already closed has nothing more to read.
        let _ = stream.shutdown(Shutdown::Read);
    }
}

/// Answers the requests of a connection in a thread.
fn begin<'s, 'e: 's>(
    stream: UnixStream,
    number: u64,
    scope: &'s Scope<'s, 'e>,
    routes: &'e Routes,
    connections: &'e Connections,
) {
    let stream = Arc::new(stream);
    let is_full = {
        let mut open = lock(connections);
        let is_full = open.len() >= MAX_CONNECTIONS;
        if !is_full {
            open.insert(number, Arc::clone(&stream));
        }
        is_full
    };
    if is_full {
        let reply = Reply::error(503, "too many connections: keep fewer open");
        // A client that is gone needs no answer.
        let _ = (&*stream).write_all(&reply.bytes(false));
        return;
    }
    let open = Open { connections, number };
    let work = move || {
        // Dropped however the thread ends, so that no client is left waiting.
        let _open = open;
        // A connection that breaks ends like one that is closed.
        let _ = converse(&stream, IDLE, |head, reader, writer| routes.answer(head, reader, writer));
    };
    // If no thread can be started, the connection is closed.
    let _ = thread::Builder::new().spawn_scoped(scope, work);
}

/// A connection that is listed as long as this value exists.
struct Open<'e> {
    connections: &'e Connections,
    number: u64,
}

impl Drop for Open<'_> {
    fn drop(&mut self) {
        lock(self.connections).remove(&self.number);
    }
}

/// Answers the requests of a connection, one after the other, until it is idle for too long.
/// `answer` returns the reply, and whether the whole request was read.
fn converse<'s>(
    stream: &'s UnixStream,
    idle: Duration,
    answer: impl Fn(
        &Head,
        &mut BufReader<&'s UnixStream>,
        &mut &'s UnixStream,
    ) -> io::Result<(Reply, bool)>,
) -> io::Result<()> {
    stream.set_read_timeout(Some(idle))?;
    stream.set_write_timeout(Some(idle))?;
    let (mut reader, mut writer) = (BufReader::new(stream), stream);
    loop {
        let head = match Head::read(&mut reader) {
            Ok(head) => head,
            Err(Unread::Gone) => return Ok(()),
            Err(Unread::Malformed(reply)) => return writer.write_all(&reply.bytes(false)),
        };
        let (reply, is_read) = answer(&head, &mut reader, &mut writer)?;
        let goes_on = head.keeps_alive && is_read && !files::is_stopped();
        writer.write_all(&reply.bytes(goes_on))?;
        if !goes_on {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Without the limit, this would never end.
    #[test]
    fn an_idle_connection_is_closed() {
        let idle = Duration::from_millis(50);
        for begun in ["", "GET /health HTTP/1.1\r\nHost:"] {
            let (mut client, server) = UnixStream::pair().unwrap();
            client.write_all(begun.as_bytes()).unwrap();
            converse(&server, idle, |_, _, _| unreachable!("it is no request")).unwrap();
        }
        // This client reads nothing of a reply that no buffer holds.
        let (mut client, server) = UnixStream::pair().unwrap();
        client.write_all(b"GET /health HTTP/1.1\r\n\r\n").unwrap();
        let ended =
            converse(&server, idle, |_, _, _| Ok((Reply::json(200, " ".repeat(16 << 20)), true)));
        assert!(ended.is_err());
    }
}
