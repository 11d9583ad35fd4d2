//! Excerpts of inputs and outputs, for reports whose readers may see them.

use std::io::{self, BufReader, Read};

use referee_checker::text::escape;

use referee_base::digest::StreamDigest;
use referee_events::{JudgedCase, Reason};

/// The maximum length of an excerpt, in bytes.
pub const SHOWN: usize = 2000;

/// The maximum length of an excerpt, in lines.
const LINES: usize = 40;

/// Marks the omitted rest of a text.
const REST: &str = "...";

/// The size of the buffer for output that the checker did not read, in bytes.
const CHUNK: usize = 64 << 10;

/// The excerpt of an output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutputExcerpt {
    /// The start, escaped.
    pub start: String,
    /// The digest of the whole output.
    pub digest: String,
}

/// A reader that stores the start of what is read through it, and a digest of all of it.
pub struct Keeping<'r> {
    reader: &'r mut dyn Read,
    start: Vec<u8>,
    digest: StreamDigest,
}

impl<'r> Keeping<'r> {
    /// Wraps a reader.
    pub fn new(reader: &'r mut dyn Read) -> Self {
        Keeping { reader, start: Vec::new(), digest: StreamDigest::default() }
    }

    /// Returns the underlying reader; what is read through it is not stored.
    pub fn plain(&mut self) -> &mut dyn Read {
        self.reader
    }

    /// Returns the excerpt, after reading the rest of the output, which the sandbox bounds.
    pub fn kept(mut self) -> OutputExcerpt {
        // Read errors are ignored here: the result of the run reports them.
        let mut rest = BufReader::with_capacity(CHUNK, &mut self);
        let _ = io::copy(&mut rest, &mut io::sink());
        OutputExcerpt { start: shown(&self.start), digest: self.digest.hex() }
    }
}

impl Read for Keeping<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        let wanted = (SHOWN + 1).saturating_sub(self.start.len());
        self.start.extend_from_slice(&buffer[..read.min(wanted)]);
        self.digest.add(&buffer[..read]);
        Ok(read)
    }
}

/// Adds the excerpt, if there is one, to a rejected output. Only an output that the checker
/// rejected gets a digest: the output of a run that was stopped may end anywhere.
pub fn with_output(judged: JudgedCase, excerpt: Option<OutputExcerpt>) -> JudgedCase {
    let Some(OutputExcerpt { start, digest }) = excerpt else { return judged };
    let is_refused = matches!(judged.reason, Reason::Refuted | Reason::Malformed | Reason::NotText);
    JudgedCase { output: Some(start), output_digest: is_refused.then_some(digest), ..judged }
}

/// Returns the start of a text, each line escaped, followed by `...` if it is truncated.
pub fn shown(text: &[u8]) -> String {
    match start_of(text) {
        (start, false) => start,
        (start, true) if start.is_empty() => REST.into(),
        (start, true) => format!("{start}\n{REST}"),
    }
}

/// Returns the start of a text, each line escaped, and whether there is more.
pub fn start_of(text: &[u8]) -> (String, bool) {
    let start = &text[..text.len().min(SHOWN)];
    let trimmed = start.strip_suffix(b"\n").filter(|_| start.len() == text.len());
    let mut lines = trimmed.unwrap_or(start).split(|&byte| byte == b'\n');
    let shown: Vec<String> = lines.by_ref().take(LINES).map(escape).collect();
    (shown.join("\n"), start.len() < text.len() || lines.next().is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_is_kept_however_much_was_read() {
        let text = "ab\n".repeat(300);
        let start = format!("{}...", "ab\n".repeat(LINES));
        let expected = OutputExcerpt { start, digest: digest_of(text.as_bytes()) };
        for read in [0, 10, 900] {
            let mut source = text.as_bytes();
            let mut keeping = Keeping::new(&mut source);
            keeping.read_exact(&mut vec![0; read]).unwrap();
            assert_eq!(keeping.kept(), expected);
        }
    }

    fn digest_of(mut text: &[u8]) -> String {
        Keeping::new(&mut text).kept().digest
    }

    #[test]
    fn a_digest_stands_for_the_whole() {
        let long = vec![b'a'; 300_000];
        let mut other = long.clone();
        other[299_999] = b'b';
        assert_eq!(digest_of(&long).len(), 16);
        assert_eq!(digest_of(&long), digest_of(&long.clone()));
        assert_ne!(digest_of(&long), digest_of(&other));
        assert_ne!(digest_of(&long), digest_of(&long[1..]));
    }

    #[test]
    fn lines_are_escaped_and_long_texts_cut() {
        assert_eq!(shown(b"a\x1b[2J\n\xff\n"), "a\\x1b[2J\n\\xff");
        assert_eq!(shown(b""), "");
        assert_eq!(shown(&[b'a'; SHOWN]), "a".repeat(SHOWN));
        assert_eq!(shown(&[b'a'; SHOWN + 1]), format!("{}\n...", "a".repeat(SHOWN)));
    }
}
