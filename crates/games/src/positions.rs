//! Files of evaluated positions, in a compact form or as text.
//!
//! The compact form starts with a line `referee cold positions 1 RULE below SIZE: COUNT` or
//! `referee nim-values 1 RULE below SIZE: COUNT`. Then follow COUNT numbers, each in seven bits per
//! byte, the lowest first, with the highest bit set on all bytes but the last of a number (LEB128).
//! Cold positions are in increasing order, each as its distance from the previous one, the first
//! from 0: nearly all distances of squares are below 2^14, so two bytes per position. Nim-values
//! are those of 0, 1, 2, ....
//!
//! The text form has one cold position per line, or a position and its nim-value separated by a
//! space: the b-file format of the OEIS.

use std::io::{self, BufRead, Read, Write};

use referee_base::text::excerpt;

use super::Cold;

/// The start of the first line of a compact file of cold positions, with its version.
pub const COLD_MAGIC: &str = "referee cold positions 1";

/// The same start for nim-values.
pub const NIM_MAGIC: &str = "referee nim-values 1";

/// The maximum length of the first line in bytes: a set may be long.
const MAX_HEAD: u64 = 1 << 24;

/// The content of a compact file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compact {
    /// The rule, in its notation.
    pub rule: String,
    /// The number of evaluated positions.
    pub size: u64,
    /// The numbers of the positions.
    pub content: CompactNumbers,
}

/// The numbers of a compact file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CompactNumbers {
    /// The cold positions, in increasing order.
    Cold(Vec<u64>),
    /// The nim-values of all positions.
    Nim(Vec<u16>),
}

/// Writes the compact form of cold positions.
///
/// # Errors
/// Errors of the writer.
pub fn write_cold(cold: &Cold, rule: &str, out: &mut dyn Write) -> io::Result<()> {
    let (size, count) = (cold.size(), cold.count(cold.size()));
    writeln!(out, "{COLD_MAGIC} {rule} below {size}: {count}")?;
    let mut before = 0;
    for position in cold.iter() {
        write_number(position - before, out)?;
        before = position;
    }
    Ok(())
}

/// Writes the text form of cold positions.
///
/// # Errors
/// Errors of the writer.
pub fn write_cold_text(cold: &Cold, out: &mut dyn Write) -> io::Result<()> {
    cold.iter().try_for_each(|position| writeln!(out, "{position}"))
}

/// Writes the compact form of nim-values.
///
/// # Errors
/// Errors of the writer.
pub fn write_nim(values: &[u16], rule: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{NIM_MAGIC} {rule} below {0}: {0}", values.len())?;
    values.iter().try_for_each(|&value| write_number(value.into(), out))
}

/// Writes the text form of nim-values.
///
/// # Errors
/// Errors of the writer.
pub fn write_nim_text(values: &[u16], out: &mut dyn Write) -> io::Result<()> {
    values.iter().enumerate().try_for_each(|(position, value)| writeln!(out, "{position} {value}"))
}

pub(super) fn write_number(mut number: u64, out: &mut dyn Write) -> io::Result<()> {
    while number >= 0x80 {
        out.write_all(&[number as u8 | 0x80])?;
        number >>= 7;
    }
    out.write_all(&[number as u8])
}

/// Reads the compact form, in memory bounded by the length of the file.
///
/// # Errors
/// Errors of the reader; `InvalidData` with a message if the file is not in this format or damaged.
pub fn read_compact(from: &mut dyn BufRead) -> io::Result<Compact> {
    let mut head = Vec::new();
    Read::take(&mut *from, MAX_HEAD).read_until(b'\n', &mut head)?;
    let head = head.strip_suffix(b"\n").unwrap_or(&head);
    let no_head = || damaged(format!("no compact file begins with `{}`", excerpt(head, 60)));
    let (is_cold, rule, size, count) = parse_head(head).ok_or_else(no_head)?;
    let content = if is_cold {
        CompactNumbers::Cold(read_cold(from, size, count)?)
    } else {
        CompactNumbers::Nim(read_nim(from, count)?)
    };
    if !from.fill_buf()?.is_empty() {
        return Err(damaged(format!("more follows after {count} numbers")));
    }
    Ok(Compact { rule, size, content })
}

/// Parses the first line: whether the file has cold positions, the rule, the size and the count.
fn parse_head(head: &[u8]) -> Option<(bool, String, u64, u64)> {
    let head = std::str::from_utf8(head).ok()?;
    let (is_cold, rest) = match (head.strip_prefix(COLD_MAGIC), head.strip_prefix(NIM_MAGIC)) {
        (Some(rest), _) => (true, rest),
        (None, rest) => (false, rest?),
    };
    let (rule, numbers) = rest.strip_prefix(' ')?.rsplit_once(" below ")?;
    let (size, count) = numbers.split_once(": ")?;
    let (size, count) = (size.parse().ok()?, count.parse().ok()?);
    (count <= size && (is_cold || count == size)).then(|| (is_cold, rule.to_string(), size, count))
}

fn read_cold(from: &mut dyn BufRead, size: u64, count: u64) -> io::Result<Vec<u64>> {
    let mut positions: Vec<u64> = Vec::new();
    for _ in 0..count {
        let distance = read_number(from)?;
        let position = match positions.last() {
            None => Some(distance),
            Some(_) if distance == 0 => None,
            Some(last) => last.checked_add(distance),
        };
        let position = position.filter(|&position| position < size);
        positions
            .push(position.ok_or_else(|| damaged("the positions do not increase below SIZE"))?);
    }
    Ok(positions)
}

fn read_nim(from: &mut dyn BufRead, count: u64) -> io::Result<Vec<u16>> {
    let value = |number| u16::try_from(number).map_err(|_| damaged("a nim-value is above 65535"));
    (0..count).map(|_| value(read_number(from)?)).collect()
}

pub(super) fn read_number(from: &mut dyn BufRead) -> io::Result<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let mut byte = [0];
        from.read_exact(&mut byte)?;
        let part = u64::from(byte[0] & 0x7f);
        if part << shift >> shift != part {
            break;
        }
        number |= part << shift;
        if byte[0] < 0x80 {
            return Ok(number);
        }
    }
    Err(damaged("a number is above 2^64 - 1"))
}

pub(super) fn damaged(message: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message.into())
}

#[cfg(test)]
mod tests;
