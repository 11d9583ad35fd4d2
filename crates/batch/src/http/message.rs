//! Messages of HTTP/1.1: the necessary parts of requests, and replies. `httparse` parses the
//! grammar.

use std::io::{self, BufRead, Read, Write};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::queue::MAX_REQUEST;

/// The maximum length of the first lines of a request, in bytes.
const MAX_HEAD: u64 = 16 << 10;

const MAX_HEADERS: usize = 64;

/// The maximum number of bytes of an unneeded body that are read to keep the connection open.
const MAX_IGNORED: u64 = 1 << 20;

/// The time that the first lines of a request have to arrive, from the first byte on.
const HEAD_TIME: Duration = Duration::from_secs(60);

/// The time that any body has to arrive.
const BODY_TIME: Duration = Duration::from_secs(60);

/// The additional time for each byte of a body: a second for 64 KiB.
const BYTE_TIME: Duration = Duration::from_micros(15);

/// The first lines of a request.
#[derive(Debug, Default)]
pub struct Head {
    /// The method.
    pub method: String,
    /// The path, without the query.
    pub path: String,
    /// The host that the request names.
    pub host: Option<String>,
    /// Whether a page in a browser sends it.
    pub has_origin: bool,
    /// The token.
    pub token: Option<Vec<u8>>,
    /// The length of the body, in bytes, if there is one.
    length: Option<u64>,
    /// Whether the body is chunked, and so has no length.
    is_chunked: bool,
    /// Whether the client waits until the server asks for the body.
    expects: bool,
    /// Whether another request may follow.
    pub keeps_alive: bool,
}

/// Why no request was read.
pub enum Unread {
    /// The connection is closed, nothing has arrived for too long, or the request arrives too
    /// slowly.
    Gone,
    /// The request is malformed; the reply says how.
    Malformed(Reply),
}

/// A reply.
#[derive(Debug)]
pub struct Reply {
    /// The status.
    pub status: u16,
    content_type: &'static str,
    body: String,
}

impl Head {
    /// Reads the first lines of a request.
    ///
    /// # Errors
    /// The connection is closed before their end, they arrive too slowly, or they are malformed.
    pub fn read(reader: &mut impl BufRead) -> Result<Head, Unread> {
        Head::read_within(reader, HEAD_TIME)
    }

    fn read_within(reader: &mut impl BufRead, time: Duration) -> Result<Head, Unread> {
        let mut text = Vec::new();
        let mut limited = Timely::new(reader, time).take(MAX_HEAD);
        loop {
            let begun = text.len();
            match limited.read_until(b'\n', &mut text) {
                Ok(0) if limited.limit() == 0 => return Err(malformed(431, "too long headers")),
                Ok(0) | Err(_) => return Err(Unread::Gone),
                Ok(_) if text[begun..].trim_ascii().is_empty() && begun > 0 => break,
                Ok(_) => {}
            }
        }
        let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
        let mut request = httparse::Request::new(&mut headers);
        match request.parse(&text) {
            Ok(httparse::Status::Complete(_)) => Head::of(&request).map_err(Unread::Malformed),
            Ok(httparse::Status::Partial) => Err(malformed(400, "incomplete headers")),
            Err(error) => Err(malformed(400, &error.to_string())),
        }
    }

    fn of(request: &httparse::Request) -> Result<Head, Reply> {
        let target = request.path.unwrap_or("");
        let mut head = Head {
            method: request.method.unwrap_or("").into(),
            path: target.split('?').next().unwrap_or("").into(),
            // After HEAD, a client would take the body of the reply for the next one.
            keeps_alive: request.version == Some(1) && request.method != Some("HEAD"),
            ..Head::default()
        };
        for header in request.headers.iter() {
            let is = |word: &str| header.value.trim_ascii().eq_ignore_ascii_case(word.as_bytes());
            let value = || String::from_utf8_lossy(header.value).trim().to_string();
            match &*header.name.to_ascii_lowercase() {
                // With two of them, it would be open which one counts.
                "host" if head.host.is_some() => return Err(Reply::error(400, "two hosts")),
                "host" => head.host = Some(value()),
                "content-length" if head.length.is_some() => {
                    return Err(Reply::error(400, "two lengths"));
                }
                "content-length" => head.length = Some(length_of(&value())?),
                "transfer-encoding" => head.is_chunked = true,
                "origin" => head.has_origin = true,
                "expect" => head.expects = is("100-continue"),
                "connection" if is("close") => head.keeps_alive = false,
                "authorization" => {
                    let token = header.value.trim_ascii().split_at_checked("bearer ".len());
                    let token = token.filter(|(kind, _)| kind.eq_ignore_ascii_case(b"bearer "));
                    head.token = token.map(|(_, token)| token.trim_ascii().to_vec());
                }
                _ => {}
            }
        }
        Ok(head)
    }

    /// Reads the body of a request.
    ///
    /// # Errors
    /// The connection is closed before the end of the body. The inner error is the reply to a body
    /// that has no length or is too large.
    pub fn body(
        &self,
        reader: &mut impl BufRead,
        writer: &mut impl Write,
    ) -> io::Result<Result<Vec<u8>, Reply>> {
        let Some(length) = self.length.filter(|_| !self.is_chunked) else {
            return Ok(Err(Reply::error(411, "a body must have a length")));
        };
        if length > MAX_REQUEST {
            let message = format!("a body has at most {} MiB", MAX_REQUEST >> 20);
            return Ok(Err(Reply::error(413, &message)));
        }
        if self.expects {
            writer.write_all(b"HTTP/1.1 100 Continue\r\n\r\n")?;
        }
        read_body(reader, length as usize, BODY_TIME + length as u32 * BYTE_TIME)
    }

    /// Reads an unneeded body, unless it is too long. Returns whether another request may follow.
    pub(super) fn ignore_body(&self, reader: &mut impl BufRead) -> bool {
        match self.length.unwrap_or(0) {
            _ if self.is_chunked => false,
            0 => true,
            length if length > MAX_IGNORED || self.expects => false,
            length => matches!(read_body(reader, length as usize, BODY_TIME), Ok(Ok(_))),
        }
    }
}

/// Reads a body of this length. What has not arrived in this time is refused, since a request that
/// is read keeps others waiting.
fn read_body(
    reader: &mut impl BufRead,
    length: usize,
    time: Duration,
) -> io::Result<Result<Vec<u8>, Reply>> {
    let mut body = Vec::new();
    match Timely::new(reader, time).take(length as u64).read_to_end(&mut body) {
        Ok(read) if read == length => Ok(Ok(body)),
        Ok(_) => Err(io::ErrorKind::UnexpectedEof.into()),
        Err(error) if error.kind() == io::ErrorKind::TimedOut => {
            Ok(Err(Reply::error(408, "the body arrives too slowly")))
        }
        Err(error) => Err(error),
    }
}

/// A reader that fails if bytes are still to arrive some time after the first ones.
struct Timely<'r, R> {
    reader: &'r mut R,
    time: Duration,
    deadline: Option<Instant>,
}

impl<'r, R: BufRead> Timely<'r, R> {
    fn new(reader: &'r mut R, time: Duration) -> Timely<'r, R> {
        Timely { reader, time, deadline: None }
    }
}

impl<R: BufRead> BufRead for Timely<'_, R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(io::ErrorKind::TimedOut.into());
        }
        let piece = self.reader.fill_buf()?;
        self.deadline.get_or_insert_with(|| Instant::now() + self.time);
        Ok(piece)
    }

    fn consume(&mut self, count: usize) {
        self.reader.consume(count);
    }
}

impl<R: BufRead> Read for Timely<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

fn length_of(text: &str) -> Result<u64, Reply> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok().filter(|_| is_number);
    number.ok_or_else(|| Reply::error(400, "no length"))
}

fn malformed(status: u16, message: &str) -> Unread {
    Unread::Malformed(Reply::error(status, message))
}

impl Reply {
    /// Creates a reply with a JSON object.
    pub(super) fn json(status: u16, body: String) -> Reply {
        Reply { status, content_type: "application/json", body }
    }

    pub(super) fn text(content_type: &'static str, body: String) -> Reply {
        Reply { status: 200, content_type, body }
    }

    /// Creates a reply that says why there is no other.
    pub(super) fn error(status: u16, message: &str) -> Reply {
        Reply::json(status, json!({ "error": message }).to_string())
    }

    /// Returns the bytes of the reply, after which the connection stays open if `goes_on`.
    pub(super) fn bytes(&self, goes_on: bool) -> Vec<u8> {
        let Reply { status, content_type, body } = self;
        let reason = match status {
            200 => "OK",
            401 => "Unauthorized",
            403 => "Forbidden",
            404 => "Not Found",
            405 => "Method Not Allowed",
            408 => "Request Timeout",
            411 => "Length Required",
            413 => "Content Too Large",
            431 => "Request Header Fields Too Large",
            500 => "Internal Server Error",
            503 => "Service Unavailable",
            _ => "Bad Request",
        };
        let connection = if goes_on { "keep-alive" } else { "close" };
        let length = body.len();
        format!(
            "HTTP/1.1 {status} {reason}\r\nContent-Type: {content_type}\r\nContent-Length: {length}\r\n\
             Connection: {connection}\r\n\r\n{body}"
        )
        .into_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REQUEST: &[u8] = b"POST /judge?x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\
        Authorization: Bearer  secret\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n{}";

    #[test]
    fn a_request_is_read_up_to_its_body() {
        let mut reader = REQUEST;
        let Ok(head) = Head::read(&mut reader) else { panic!("it is well-formed") };
        assert_eq!((&*head.method, &*head.path, head.length), ("POST", "/judge", Some(2)));
        assert_eq!(head.token.as_deref(), Some(&b"secret"[..]));
        assert!(head.expects && !head.keeps_alive && !head.has_origin && !head.is_chunked);
        for (method, keeps_alive) in [("GET", true), ("HEAD", false)] {
            let request = format!("{method} /health HTTP/1.1\r\n\r\n");
            assert!(
                Head::read(&mut request.as_bytes()).is_ok_and(|h| h.keeps_alive == keeps_alive)
            );
        }
        let mut written = Vec::new();
        assert_eq!(head.body(&mut reader, &mut written).unwrap().unwrap(), b"{}");
        assert!(written.starts_with(b"HTTP/1.1 100 "));
    }

    #[test]
    fn a_body_that_arrives_too_slowly_is_refused() {
        let read = |capacity, length, time| {
            let mut reader = io::BufReader::with_capacity(capacity, &b"body"[..]);
            read_body(&mut reader, length, time)
        };
        let whole = |read: io::Result<Result<Vec<u8>, Reply>>| read.unwrap().ok();
        assert_eq!(whole(read(1, 4, BODY_TIME)).as_deref(), Some(&b"body"[..]));
        assert_eq!(whole(read(4, 3, Duration::ZERO)).as_deref(), Some(&b"bod"[..]));
        assert_eq!(read(1, 4, Duration::ZERO).unwrap().unwrap_err().status, 408);
        assert!(read(4, 5, BODY_TIME).is_err());
    }

    #[test]
    fn first_lines_that_arrive_too_slowly_are_not_read() {
        let read = |time| {
            let mut reader = io::BufReader::with_capacity(1, REQUEST);
            Head::read_within(&mut reader, time)
        };
        assert!(read(HEAD_TIME).is_ok());
        assert!(matches!(read(Duration::ZERO), Err(Unread::Gone)));
    }

    #[test]
    fn bytes_in_any_place_do_no_harm() {
        for at in 0..REQUEST.len() {
            assert!(at >= REQUEST.len() - 2 || Head::read(&mut &REQUEST[..at]).is_err(), "{at}");
            for byte in [0, b'\n', b'\r', b' ', b':', b'9', 0x80, 0xff] {
                let mut changed = REQUEST.to_vec();
                changed[at] = byte;
                // Whatever it parses as, reading the rest is bounded.
                let _ =
                    Head::read(&mut &changed[..]).map(|head| head.ignore_body(&mut &changed[..]));
            }
        }
    }
}
