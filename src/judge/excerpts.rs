//! Excerpts of what programs read and write, for reports whose readers may see them.

use std::io::{self, Read};

use referee_checker::text::escape;

/// How many bytes are shown.
const SHOWN: usize = 2000;

/// How many lines are shown.
const LINES: usize = 40;

/// A reader that keeps the start of what is read through it.
pub(super) struct Keeping<'r> {
    reader: &'r mut dyn Read,
    start: Vec<u8>,
}

impl<'r> Keeping<'r> {
    pub(super) fn new(reader: &'r mut dyn Read) -> Self {
        Keeping { reader, start: Vec::new() }
    }

    /// Returns the start, escaped. Reads on where the checker has not read that far.
    pub(super) fn shown(mut self) -> String {
        let missing = (SHOWN + 1).saturating_sub(self.start.len());
        // A read error is not reported here; the result of the run tells it.
        let _ = self.reader.take(missing as u64).read_to_end(&mut self.start);
        shown(&self.start)
    }
}

impl Read for Keeping<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        let wanted = (SHOWN + 1).saturating_sub(self.start.len());
        self.start.extend_from_slice(&buffer[..read.min(wanted)]);
        Ok(read)
    }
}

/// Returns the start of a text, each line escaped, with `...` at its end if it is truncated.
pub(super) fn shown(text: &[u8]) -> String {
    let start = &text[..text.len().min(SHOWN)];
    let trimmed = start.strip_suffix(b"\n").filter(|_| start.len() == text.len());
    let mut lines = trimmed.unwrap_or(start).split(|&byte| byte == b'\n');
    let mut shown: Vec<String> = lines.by_ref().take(LINES).map(escape).collect();
    if start.len() < text.len() || lines.next().is_some() {
        shown.push("...".into());
    }
    shown.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_is_kept_however_much_was_read() {
        let text = "ab\n".repeat(300);
        let expected = format!("{}...", "ab\n".repeat(LINES));
        for read in [0, 10, 900] {
            let mut source = text.as_bytes();
            let mut keeping = Keeping::new(&mut source);
            keeping.read_exact(&mut vec![0; read]).unwrap();
            assert_eq!(keeping.shown(), expected);
        }
    }

    #[test]
    fn lines_are_escaped_and_long_texts_cut() {
        assert_eq!(shown(b"a\x1b[2J\n\xff\n"), "a\\x1b[2J\n\\xff");
        assert_eq!(shown(b""), "");
        assert_eq!(shown(&[b'a'; SHOWN]), "a".repeat(SHOWN));
        assert_eq!(shown(&[b'a'; SHOWN + 1]), format!("{}\n...", "a".repeat(SHOWN)));
    }
}
