//! The claim of an output, and its format: `impossible`, or the number of jumps and the fields of
//! both players.

use std::io::{self, Read, Write};

use super::Instance;
use crate::text::{InputError, StrictStream, push_integer};

/// A claim in memory. The checker reads claims as streams instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claim {
    /// The players cannot meet.
    Impossible,
    /// They meet like this.
    Meeting(Meeting),
}

/// The fields of both players, from their starts to where they meet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meeting {
    /// Sasha's fields, the first one 1.
    pub sasha: Vec<u32>,
    /// Mika's fields, the same number, the first one 2.
    pub mika: Vec<u32>,
}

impl Meeting {
    /// The number of jumps.
    pub fn jumps(&self) -> u64 {
        self.sasha.len() as u64 - 1
    }
}

impl Claim {
    /// Writes the claim in the canonical form.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Claim::Impossible => out.write_all(b"impossible\n"),
            Claim::Meeting(meeting) => {
                let [sasha, mika] = [&meeting.sasha, &meeting.mika].map(|f| f.iter().copied());
                write_meeting(meeting.jumps(), sasha, mika, out)
            }
        }
    }
}

/// Writes a meeting of `jumps` jumps in the canonical form, however long it is.
///
/// # Errors
/// Those of the writer.
pub fn write_meeting(
    jumps: u64,
    sasha: impl Iterator<Item = u32>,
    mika: impl Iterator<Item = u32>,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "{jumps}")?;
    write_line(sasha, out)?;
    write_line(mika, out)
}

fn write_line(fields: impl Iterator<Item = u32>, out: &mut dyn Write) -> io::Result<()> {
    const FULL: usize = 32 << 10;
    let mut buffer = Vec::with_capacity(FULL + 16);
    for field in fields {
        push_integer(&mut buffer, field.into());
        buffer.push(b' ');
        if buffer.len() >= FULL {
            // Keep the last space: it may have to become the line feed.
            out.write_all(&buffer[..buffer.len() - 1])?;
            buffer.clear();
            buffer.push(b' ');
        }
    }
    if let Some(last) = buffer.last_mut() {
        *last = b'\n';
    }
    out.write_all(&buffer)
}

/// The maximum number of jumps in a jury answer: the largest number that a
/// [`Scanner`](crate::text::Scanner) reads.
const MAX_JUMPS: i64 = 10i64.pow(18) - 1;

/// Whether `answer` is a claim in the canonical form. Its arrows are not checked.
///
/// # Errors
/// The outer error is the reader's, the inner one the first deviation.
pub fn strict_form(
    answer: &mut dyn Read,
    instance: &Instance,
) -> io::Result<Result<(), InputError>> {
    let mut answer = StrictStream::new(answer);
    let first = answer.peek()?;
    let jumps = answer.read(|scanner| {
        let jumps = match first {
            Some(b'i') => scanner.literal("impossible").map(|()| None)?,
            Some(b'0'..=b'9' | b'-') => Some(scanner.integer("k", 1, MAX_JUMPS)?),
            _ => return Err(scanner.unexpected("the number of jumps or `impossible`")),
        };
        scanner.line_end()?;
        Ok(jumps)
    })?;
    let jumps = match jumps {
        Ok(jumps) => jumps,
        Err(error) => return Ok(Err(error)),
    };
    let n = i64::from(instance.n());
    for name in ["a field of Sasha", "a field of Mika"] {
        let Some(jumps) = jumps else { break };
        for jump in 0..=jumps {
            let read = answer.read(|scanner| {
                scanner.integer(name, 1, n)?;
                if jump < jumps { scanner.space() } else { scanner.line_end() }
            })?;
            if let Err(error) = read {
                return Ok(Err(error));
            }
        }
    }
    answer.read(|scanner| scanner.end("the answer"))
}
