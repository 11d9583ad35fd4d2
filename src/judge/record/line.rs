//! The lines of a record: what each kind holds, and how one is written and read.
//!
//! A line *begins* with its line break and has none at its end. Whatever an earlier write has left torn, the
//! next line stands on its own; and since a line is an object, no torn part of one is taken for a whole.
//! docs/record.md documents the format.

use std::borrow::Cow;
use std::io::{self, BufRead, Read};
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::key::Key;
use crate::events::{Judged, Verdict};
use crate::sandbox::{Limits, Stopped};

/// The version of the format, in each line.
pub(super) const VERSION: u32 = 1;

/// The longest line that is written or read, in bytes.
pub(super) const LONGEST: usize = 64 << 10;

/// What a line holds, besides the version.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "line", rename_all = "kebab-case")]
pub(super) enum Line {
    /// A command begins.
    Began {
        /// A name for it that no other has.
        session: String,
        #[serde(flatten)]
        command: Command,
    },
    /// That command has come to its end, whatever the verdicts.
    Ended { session: String },
    /// A program has run.
    Run(Box<Run>),
}

/// A command, complete enough to be given again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Command {
    /// The folder in which it was given.
    pub folder: PathBuf,
    /// What stood behind the name of the program.
    pub arguments: Vec<String>,
}

/// A run that is kept: under which limits of time, and what came of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Run {
    pub(super) key: Key,
    pub(super) limits: Times,
    /// The limit at which it was stopped, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) stopped: Option<Stopped>,
    pub(super) judged: Judged,
}

/// Times of the processor and on the clock, in seconds.
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

#[derive(Serialize, Deserialize)]
struct Versioned<L> {
    record: u32,
    #[serde(flatten)]
    line: L,
}

/// The bytes to append; none if that were too long a line.
pub(super) fn bytes(line: &Line) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = vec![b'\n'];
    serde_json::to_writer(&mut bytes, &Versioned { record: VERSION, line })?;
    Ok((bytes.len() <= LONGEST).then_some(bytes))
}

/// A whole line.
pub(super) fn parse(bytes: &[u8]) -> Option<Line> {
    let versioned: Versioned<Line> = serde_json::from_slice(bytes).ok()?;
    (versioned.record == VERSION).then_some(versioned.line)
}

/// As much of a line as the index needs. The rest is only passed over, which is several times faster.
#[derive(Debug, Deserialize)]
pub(super) struct Head<'a> {
    record: u32,
    #[serde(borrow)]
    pub(super) line: Cow<'a, str>,
    #[serde(default)]
    pub(super) key: Option<Key>,
    #[serde(default, borrow)]
    pub(super) judged: Option<JudgedHead<'a>>,
}

/// As much of a judgement as the index needs.
#[derive(Debug, Deserialize)]
pub(super) struct JudgedHead<'a> {
    #[serde(borrow)]
    pub(super) contestant: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) case: Cow<'a, str>,
    pub(super) verdict: Verdict,
}

/// The head of a whole line of our version.
pub(super) fn head(bytes: &[u8]) -> Option<Head<'_>> {
    let head: Head = serde_json::from_slice(bytes).ok()?;
    (head.record == VERSION).then_some(head)
}

/// Hands over every line of a record that is not empty, with the offset at which it starts; of one that is too
/// long, its start. Memory does not grow with the record.
///
/// # Errors
/// The record cannot be read.
pub(super) fn each(
    mut reader: impl BufRead,
    mut consume: impl FnMut(u64, &[u8]) -> io::Result<()>,
) -> io::Result<()> {
    let mut offset = 0;
    let mut line = Vec::new();
    loop {
        line.clear();
        let mut read = (&mut reader).take(LONGEST as u64 + 1).read_until(b'\n', &mut line)? as u64;
        if read == 0 {
            return Ok(());
        }
        let text = line.strip_suffix(b"\n").unwrap_or(&line);
        if !text.is_empty() {
            consume(offset, text)?;
        }
        if !line.ends_with(b"\n") && line.len() > LONGEST {
            read += reader.skip_until(b'\n')? as u64;
        }
        offset += read;
    }
}
