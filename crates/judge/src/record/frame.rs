//! The frames of a segment, which distinguish complete content from torn writes.
//!
//! A frame consists of its length and its kind in one number, its content, and a checksum. Only the
//! end of a segment can be torn, because a single process appends to it: reading stops before the
//! first incomplete frame, and continues there once there is more.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

use sha2::{Digest, Sha256};

/// The maximum length of the content, in bytes.
pub(super) const MAX_BYTES: usize = 64 << 10;

/// The length of a checksum in bytes: the start of a SHA-256.
const CHECKSUM: usize = 4;

/// The number of bytes that are read at a time.
const CHUNK: u64 = 256 << 10;

/// What a frame holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A JSON object.
    Text,
    /// A run in dense form.
    Run,
    /// The key of a run that begins.
    Claim,
    /// The key of a run that ended and is not recorded.
    Release,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Frame<'a> {
    pub(super) kind: Kind,
    pub(super) content: &'a [u8],
    /// Its length in bytes, including everything around the content.
    pub(super) length: usize,
}

/// Appends a number with seven bits in each byte, the lowest first.
pub(super) fn push_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes a number from the start of `bytes`; `None` if it is incomplete or too large.
pub(super) fn take_number(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        let bits = u64::from(byte & 0x7f);
        // Bits beyond the 64th must not be lost silently.
        if bits << shift >> shift != bits {
            return None;
        }
        number |= bits << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

pub(super) fn push(bytes: &mut Vec<u8>, kind: Kind, content: &[u8]) {
    let start = bytes.len();
    push_number(bytes, (content.len() as u64) << 2 | kind as u64);
    bytes.extend_from_slice(content);
    // Over the length, too: a damaged length must not be trusted.
    let checksum = Sha256::digest(&bytes[start..]);
    bytes.extend_from_slice(&checksum[..CHECKSUM]);
}

/// Returns the frame at the start of `bytes`, if it is complete.
pub(super) fn first(bytes: &[u8]) -> Option<Frame<'_>> {
    let mut rest = bytes;
    let head = take_number(&mut rest)?;
    let kind = [Kind::Text, Kind::Run, Kind::Claim, Kind::Release][(head & 3) as usize];
    let size = usize::try_from(head >> 2).ok().filter(|&size| size <= MAX_BYTES)?;
    let (content, rest) = rest.split_at_checked(size)?;
    let checksum = rest.get(..CHECKSUM)?;
    let sealed = bytes.len() - rest.len();
    let is_whole = Sha256::digest(&bytes[..sealed])[..CHECKSUM] == *checksum;
    is_whole.then_some(Frame { kind, content, length: sealed + CHECKSUM })
}

/// Passes the complete frames of a file from an offset on, each with its offset, to `consume`.
/// Returns the offset behind the last one, and whether anything else follows.
pub(super) fn each(
    mut file: &File,
    mut offset: u64,
    mut consume: impl FnMut(u64, Frame),
) -> io::Result<(u64, bool)> {
    file.seek(SeekFrom::Start(offset))?;
    let mut buffer = Vec::new();
    loop {
        let read = file.take(CHUNK).read_to_end(&mut buffer)?;
        let mut used = 0;
        while let Some(frame) = first(&buffer[used..]) {
            consume(offset + used as u64, frame);
            used += frame.length;
        }
        buffer.drain(..used);
        offset += used as u64;
        // No frame is longer than that, so what is at the start of the buffer is not one.
        if read == 0 || buffer.len() > MAX_BYTES + 16 {
            return Ok((offset, !buffer.is_empty()));
        }
    }
}
