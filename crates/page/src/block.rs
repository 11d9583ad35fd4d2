//! Blocks of data in the page: compressed, and encoded so that they cannot end the element around
//! them.
//!
//! Base64 has no `<`, so bytes written by a contestant are never markup. The script inflates a
//! block when it is needed.

use std::cell::RefCell;
use std::io::{self, Write};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::DeflateEncoder;

/// The length of the markup around a block: `<script type="application/octet-stream" id="">` and
/// `</script>`, with a line break.
const AROUND: usize = 56;

thread_local! {
    /// The encoder of all blocks. A new one for each, which is large, would leave a gap as large in
    /// memory between the texts of any two blocks: gigabytes for the page of a large class.
    static ENCODER: RefCell<DeflateEncoder<Vec<u8>>> =
        RefCell::new(DeflateEncoder::new(Vec::new(), Compression::default()));
}

/// An encoded block of data.
#[derive(Debug)]
pub(crate) struct DataBlock {
    id: String,
    /// Base64 of raw deflate.
    text: String,
}

impl DataBlock {
    pub(crate) fn of(id: String, bytes: &[u8]) -> io::Result<DataBlock> {
        let deflated = ENCODER.with_borrow_mut(|encoder| {
            encoder.write_all(bytes)?;
            encoder.reset(Vec::new())
        })?;
        Ok(DataBlock { id, text: STANDARD.encode(deflated) })
    }

    pub(crate) fn size(&self) -> usize {
        self.id.len() + self.text.len() + AROUND
    }

    pub(crate) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let DataBlock { id, text } = self;
        writeln!(out, "<script type=\"application/octet-stream\" id=\"{id}\">{text}</script>")
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::DeflateDecoder;

    use super::*;

    #[test]
    fn a_block_holds_what_was_put_into_it() {
        let bytes: Vec<u8> = (0..=255).cycle().take(100_000).chain(*b"</script><!--").collect();
        let block = DataBlock::of("verdicts-0".into(), &bytes).unwrap();
        let mut written = Vec::new();
        block.write(&mut written).unwrap();
        assert_eq!(written.len(), block.size());
        let written = String::from_utf8(written).unwrap();
        let start = "<script type=\"application/octet-stream\" id=\"verdicts-0\">";
        let text = written.strip_prefix(start).and_then(|rest| rest.strip_suffix("</script>\n"));
        let deflated = STANDARD.decode(text.expect("one element")).unwrap();
        let mut inflated = Vec::new();
        DeflateDecoder::new(&deflated[..]).read_to_end(&mut inflated).unwrap();
        assert!(inflated == bytes);
    }
}
