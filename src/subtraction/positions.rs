//! Cold positions as a file: compact, or as text.
//!
//! The compact form begins with a line `referee cold positions 1 RULE below SIZE: COUNT`. Then comes each position
//! in increasing order, as its distance from the one before (the first from 0), in seven bits a byte, the lowest
//! first, with the highest bit set on all bytes but the last of a number (LEB128). Nearly all distances of
//! squares are below 2^14: two bytes a position. The text form has a position a line.

use std::io::{self, Write};

use super::Cold;

/// The start of the first line of the compact form, with its version.
pub const MAGIC: &str = "referee cold positions 1";

/// Writes the compact form.
///
/// # Errors
/// Those of the writer.
pub fn write_compact(cold: &Cold, rule: &str, out: &mut dyn Write) -> io::Result<()> {
    let (size, count) = (cold.size(), cold.count(cold.size()));
    writeln!(out, "{MAGIC} {rule} below {size}: {count}")?;
    let mut before = 0;
    for position in cold.iter() {
        let mut distance = position - before;
        before = position;
        while distance >= 0x80 {
            out.write_all(&[distance as u8 | 0x80])?;
            distance >>= 7;
        }
        out.write_all(&[distance as u8])?;
    }
    Ok(())
}

/// Writes the text form.
///
/// # Errors
/// Those of the writer.
pub fn write_text(cold: &Cold, out: &mut dyn Write) -> io::Result<()> {
    cold.iter().try_for_each(|position| writeln!(out, "{position}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sparse() -> Cold {
        let mut cold = Cold::none(3_000_000);
        [0, 2, 129, 130, 16_514, 2_999_999].into_iter().for_each(|n| cold.insert(n));
        cold
    }

    #[test]
    fn the_compact_form_stays_the_same_for_ever() {
        let mut bytes = Vec::new();
        write_compact(&sparse(), "squares", &mut bytes).unwrap();
        let head = b"referee cold positions 1 squares below 3000000: 6\n";
        let (start, numbers) = bytes.split_at(head.len());
        assert_eq!(start, head);
        // 0, 2, 127, 1, 16384, 2983485
        assert_eq!(numbers, [0, 2, 0x7f, 1, 0x80, 0x80, 1, 0xbd, 0x8c, 0xb6, 1]);
    }

    #[test]
    fn the_text_form_has_a_position_a_line() {
        let mut bytes = Vec::new();
        write_text(&sparse(), &mut bytes).unwrap();
        assert_eq!(bytes, b"0\n2\n129\n130\n16514\n2999999\n");
    }
}
