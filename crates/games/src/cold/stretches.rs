//! Finds cold positions by the sieve in memory that does not grow with them: stretch by stretch,
//! from a stream of the earlier cold positions.
//!
//! The memory of a sieve grows with n, because squares reach back to 0. But cold positions are
//! sparse, about n^0.7 for squares, and their distances take two bytes. So they are streamed
//! instead of kept in memory: for each stretch of bits that fits into the cache, all earlier ones
//! are read again, in order, and mark it by the amounts that lead into it. These are adjacent in
//! the list of amounts, and as positions increase, they move towards its start, so no amount must
//! be searched for. Then the stretch is settled in order, as in the sieve, and its cold positions
//! are appended to the stream.
//!
//! O(n + c k) marks for c cold positions and k amounts below n, and c n / stretch numbers read.
//! Memory: a stretch and the amounts, O(n^0.5) for squares. Squares below 2^34 have 2048 stretches
//! and 12 million cold positions in 25 MB; 25 GB are read in total.
//!
//! This module writes and reads the bytes of the stream; files are up to the caller. A stream
//! starts with a line `referee cold stretches 1 LENGTH RULE`. Each stretch consists of the number
//! of its cold positions and their distances, the first from its start, in LEB128. An incomplete
//! stretch is ignored, and the search continues after the last complete one.

use std::io::{self, BufRead, Read};

use crate::Rule;
use crate::bits::{for_each_zero, mark_after, settle};
use crate::positions::{damaged, read_number, write_number};

/// The fastest stretch length in measurements, in positions: 1 MiB of bits.
pub const STRETCH: u64 = 1 << 23;

/// The maximum length of the first line in bytes.
const MAX_HEAD: u64 = 1 << 24;

/// The cold positions of a rule as a stream of stretches.
#[derive(Debug, Clone)]
pub struct Stretches {
    rule: Rule,
    /// The number of positions of a stretch, a multiple of 64.
    length: u64,
}

impl Stretches {
    /// Describes a stream with stretches of this many positions, rounded up to a multiple of 64.
    pub fn new(rule: Rule, length: u64) -> Stretches {
        Stretches { rule, length: length.max(1).next_multiple_of(64) }
    }

    /// Returns the number of positions of a stretch.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Estimates how many bytes of memory the search below `size` takes.
    pub fn memory(&self, size: u64) -> u64 {
        self.rule.memory(size).saturating_add(self.length / 8)
    }

    /// Returns the first line of the stream.
    pub fn head(&self) -> String {
        format!("referee cold stretches 1 {} {}\n", self.length, self.rule)
    }

    /// Returns the number of complete stretches at the start of a stream, and their length in
    /// bytes, including the first line.
    ///
    /// # Errors
    /// Errors of the reader; `InvalidData` if it is a stream of something else, or damaged.
    pub fn whole(&self, stream: &mut dyn BufRead) -> io::Result<(u64, u64)> {
        let expected = self.head();
        let mut head = Vec::new();
        Read::take(&mut *stream, MAX_HEAD).read_until(b'\n', &mut head)?;
        if head != expected.as_bytes() {
            return Err(damaged(format!("it does not begin with `{}`", expected.trim_end())));
        }
        let mut stream = Counted { stream, bytes: expected.len() as u64 };
        let (mut number, mut bytes) = (0, stream.bytes);
        loop {
            match self.read(number, &mut stream, &mut |_| {}) {
                Ok(()) => (number, bytes) = (number + 1, stream.bytes),
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                    return Ok((number, bytes));
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Finds the cold positions of stretch `number`, given a stream with the earlier ones and
    /// without its first line. Returns the bytes to append to the stream.
    ///
    /// # Errors
    /// Errors of the reader; `InvalidData` if the stream is damaged.
    pub fn find(&self, number: u64, earlier: &mut dyn BufRead) -> io::Result<Vec<u8>> {
        let start = number * self.length;
        let amounts = self.rule.below(start + self.length);
        let mut hot = vec![0u64; (self.length / 64) as usize];
        // The first amount that leads into the stretch.
        let mut first = amounts.len();
        self.visit(number, earlier, &mut |position| {
            let away = (start - position) as usize;
            while first > 0 && amounts[first - 1] >= away {
                first -= 1;
            }
            mark_after(&mut hot, &amounts[first..], away);
        })?;
        settle(&mut hot, &amounts, |_, _| {});
        let (mut count, mut distances, mut before) = (0, Vec::new(), 0);
        for_each_zero(&mut hot, |_, position| {
            count += 1;
            // Writing to a vector never fails.
            let _ = write_number((position - before) as u64, &mut distances);
            before = position;
        });
        let mut bytes = Vec::new();
        write_number(count, &mut bytes)?;
        bytes.append(&mut distances);
        Ok(bytes)
    }

    /// Calls a function with the cold positions of the first stretches of a stream without its
    /// first line, in increasing order.
    ///
    /// # Errors
    /// Errors of the reader; `InvalidData` if the stream is damaged.
    pub fn visit(
        &self,
        stretches: u64,
        stream: &mut dyn BufRead,
        visit: &mut dyn FnMut(u64),
    ) -> io::Result<()> {
        (0..stretches).try_for_each(|number| self.read(number, stream, visit))
    }

    fn read(
        &self,
        number: u64,
        stream: &mut dyn BufRead,
        visit: &mut dyn FnMut(u64),
    ) -> io::Result<()> {
        let mut last: Option<u64> = None;
        for _ in 0..read_number(stream)? {
            let distance = read_number(stream)?;
            if last.is_some() && distance == 0 {
                return Err(damaged("a cold position occurs twice"));
            }
            // A sum above 2^64 - 1 is beyond the end as well.
            let position = last.unwrap_or(0).saturating_add(distance);
            if position >= self.length {
                return Err(damaged("a cold position is beyond the end of its stretch"));
            }
            visit(number * self.length + position);
            last = Some(position);
        }
        Ok(())
    }
}

/// A reader that counts the bytes consumed.
struct Counted<'a> {
    stream: &'a mut dyn BufRead,
    bytes: u64,
}

impl Read for Counted<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.stream.read(into)?;
        self.bytes += read as u64;
        Ok(read)
    }
}

impl BufRead for Counted<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.stream.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.bytes += amount as u64;
        self.stream.consume(amount);
    }
}

#[cfg(test)]
mod tests;
