//! The lines of `runs.jsonl`, in which versions up to 2 kept a record. They are read, and moved to
//! segments.
//!
//! A line *begins* with its line break and has none at its end, so whatever an earlier write has
//! left torn, the next line is separate. Each line carries a checksum of the rest of it, so a line
//! that was torn, or altered on the disk, is not taken for a complete one. docs/record.md documents
//! the format.

use std::borrow::Cow;
use std::io::{self, BufRead, Read};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::key::RunKey;
use referee_events::JudgedCase;
use referee_sandbox::{Limits, Stopped};

/// The longest line that is read, in bytes.
pub(super) const MAX_BYTES: usize = 64 << 10;

/// The contents of a line, besides version and checksum.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "line", rename_all = "kebab-case")]
pub(super) enum Line {
    /// A program has run.
    Run(Box<RecordedRun>),
}

/// A recorded run: its time limits, and its result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct RecordedRun {
    pub(super) key: RunKey,
    pub(super) limits: Times,
    /// The limit at which it was stopped, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) stopped: Option<Stopped>,
    pub(super) judged: JudgedCase,
}

/// CPU time and wall time, in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct Times {
    pub(super) cpu_seconds: f64,
    pub(super) wall_seconds: f64,
}

impl Times {
    pub(super) fn of(limits: &Limits) -> Times {
        let seconds = Duration::as_secs_f64;
        Times { cpu_seconds: seconds(&limits.cpu), wall_seconds: seconds(&limits.wall) }
    }
}

/// The text before the checksum of a line, with the version of the format; and the text after it.
const BEFORE: &str = "{\"record\":2,\"checksum\":\"";
const BEHIND: &str = "\",";

/// The number of hexadecimal digits of a checksum.
const DIGITS: usize = 16;

/// Returns the bytes that an earlier version appended; `None` if the line would be too long.
#[cfg(test)]
pub(super) fn bytes(line: &Line) -> io::Result<Option<Vec<u8>>> {
    let object = serde_json::to_vec(line)?;
    // The fields of a line follow its version and its checksum.
    let fields = object.strip_prefix(b"{").unwrap_or(&object);
    let checksum = checksum(fields);
    let bytes = [&b"\n"[..], BEFORE.as_bytes(), &checksum, BEHIND.as_bytes(), fields].concat();
    Ok((bytes.len() <= MAX_BYTES).then_some(bytes))
}

/// Returns the first digits of the SHA-256 of the rest of a line.
fn checksum(fields: &[u8]) -> [u8; DIGITS] {
    let mut digits = [0; DIGITS];
    for (pair, byte) in digits.chunks_exact_mut(2).zip(Sha256::digest(fields)) {
        for (digit, half) in pair.iter_mut().zip([byte >> 4, byte & 15]) {
            *digit = b"0123456789abcdef"[usize::from(half)];
        }
    }
    digits
}

/// Returns whether a line is of the current version and unaltered.
fn is_whole(bytes: &[u8]) -> bool {
    let rest = bytes.strip_prefix(BEFORE.as_bytes());
    let parts = rest.and_then(|rest| rest.split_at_checked(DIGITS));
    parts.is_some_and(|(digits, rest)| {
        let fields = rest.strip_prefix(BEHIND.as_bytes());
        fields.is_some_and(|fields| checksum(fields) == digits)
    })
}

/// Parses a complete line of the current version, or its [`Head`].
pub(super) fn parse<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Option<T> {
    is_whole(bytes).then(|| serde_json::from_slice(bytes).ok()).flatten()
}

/// The part of a line that the index needs. Skipping the rest is several times faster than parsing
/// it.
#[derive(Debug, Deserialize)]
pub(super) struct Head<'a> {
    #[serde(default)]
    pub(super) key: Option<RunKey>,
    #[serde(default, borrow)]
    pub(super) judged: Option<JudgementHead<'a>>,
}

/// The part of a judgement that the index needs.
#[derive(Debug, Deserialize)]
pub(super) struct JudgementHead<'a> {
    #[serde(borrow)]
    pub(super) contestant: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) case: Cow<'a, str>,
}

/// Passes every non-empty line of a record to `consume`, with the offset at which it starts; of a
/// line that is too long, only the start. Memory use does not grow with the record.
pub(super) fn each(
    mut reader: impl BufRead,
    mut consume: impl FnMut(u64, &[u8]) -> io::Result<()>,
) -> io::Result<()> {
    let mut offset = 0;
    let mut line = Vec::new();
    loop {
        line.clear();
        // One byte more than allowed shows that a line is too long.
        let mut read =
            (&mut reader).take(MAX_BYTES as u64 + 1).read_until(b'\n', &mut line)? as u64;
        if read == 0 {
            return Ok(());
        }
        let text = line.strip_suffix(b"\n").unwrap_or(&line);
        if !text.is_empty() {
            consume(offset, text)?;
        }
        if !line.ends_with(b"\n") && line.len() > MAX_BYTES {
            read += reader.skip_until(b'\n')? as u64;
        }
        offset += read;
    }
}
