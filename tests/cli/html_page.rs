//! Reads pages as a browser does: the blocks of data, inflated, and everything else.

use std::collections::BTreeMap;
use std::io::Read;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::read::DeflateDecoder;
use serde_json::Value;

/// The start of a block.
const START: &str = "<script type=\"application/octet-stream\" id=\"";

/// A page that was written.
pub(crate) struct WrittenPage {
    /// The blocks, by name.
    pub(crate) blocks: BTreeMap<String, Vec<u8>>,
    /// Everything but the blocks and the script.
    pub(crate) markup: String,
}

impl WrittenPage {
    /// Reads a page, which must be well formed.
    #[track_caller]
    pub(crate) fn read(text: &str) -> WrittenPage {
        let mut blocks = BTreeMap::new();
        let mut parts = text.split(START);
        let mut markup = parts.next().unwrap().to_string();
        for part in parts {
            let (name, part) = part.split_once("\">").unwrap();
            let (data, rest) = part.split_once("</script>").unwrap();
            let mut bytes = Vec::new();
            let deflated = STANDARD.decode(data).unwrap_or_else(|error| panic!("{name}: {error}"));
            DeflateDecoder::new(&deflated[..]).read_to_end(&mut bytes).unwrap();
            assert!(blocks.insert(name.to_string(), bytes).is_none(), "two blocks {name}");
            markup += rest;
        }
        let (before, after) = markup.split_once("<script>").expect("the script");
        let (_, end) = after.split_once("</script>").expect("the end of the script");
        assert_eq!(end.split_whitespace().collect::<String>(), "</body></html>");
        WrittenPage { blocks, markup: before.to_string() }
    }

    /// Parses a block of JSON.
    #[track_caller]
    pub(crate) fn json(&self, name: &str) -> Value {
        let block = self.blocks.get(name).unwrap_or_else(|| panic!("no block {name}"));
        serde_json::from_slice(block).unwrap()
    }
}
