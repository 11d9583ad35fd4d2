//! What a page shows of cases: the start of input and answer, read when the run is over.
//!
//! Events of correct outputs carry none of this, so a run of many cases costs no more than one
//! without a page.

use std::io;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;

use super::block::DataBlock;
use super::limit::PageRoom;

/// Reads cases for a page.
pub trait CaseSource {
    /// Returns the size of a case's input in bytes, if known.
    fn size(&self, case: usize) -> Option<u64>;

    /// Returns the view of a case; `number` counts the cases shown.
    fn view(&self, case: usize, number: usize) -> CaseView;

    /// Returns a picture of a rejected output, if there is anything to draw, and images of it made
    /// by programs of a package. `output` is the whole output, if the run has kept it.
    fn refusal(
        &self,
        case: usize,
        contestant: &str,
        output: Option<&str>,
    ) -> (Option<SvgPicture>, Vec<EmbeddedImage>);
}

/// The parts of a case that a page shows.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CaseView {
    /// Its input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input: Option<TextStart>,
    /// The jury's answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<TextStart>,
    /// A picture of the case.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<SvgPicture>,
    /// Images made by programs of its package, or stored beside the case.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<EmbeddedImage>,
    /// The origin of the case.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provenance: Option<String>,
}

/// The start of a text.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TextStart {
    /// The start, escaped.
    pub text: String,
    /// The size of the whole text, in bytes.
    pub bytes: u64,
    /// Whether there is more.
    pub cut: bool,
}

/// A picture.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SvgPicture {
    /// The picture as SVG.
    pub svg: String,
    /// The alternative text.
    pub alt: String,
}

/// An image of unknown origin, which a page embeds only as an image.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct EmbeddedImage {
    /// Its name, escaped.
    pub name: String,
    /// Its media type.
    #[serde(rename = "type")]
    pub media_type: &'static str,
    /// Its content.
    pub base64: String,
}

impl EmbeddedImage {
    /// Encodes an image.
    pub fn new(name: String, media_type: &'static str, bytes: &[u8]) -> EmbeddedImage {
        EmbeddedImage { name, media_type, base64: STANDARD.encode(bytes) }
    }
}

/// The approximate size of a block of cases, in bytes of JSON: opening a case inflates one block.
const BLOCK: usize = 64 << 10;

/// The cases that a page shows.
#[derive(Debug, Default)]
pub(crate) struct ShownCases {
    pub(crate) blocks: Vec<DataBlock>,
    /// The cases of each block.
    pub(crate) cases: Vec<Vec<usize>>,
    pub(crate) left_out: usize,
}

impl ShownCases {
    /// Reads cases in the given order, as many as fit.
    pub(crate) fn read(
        order: impl Iterator<Item = usize>,
        source: &dyn CaseSource,
        room: &mut PageRoom,
    ) -> io::Result<ShownCases> {
        let mut shown = ShownCases::default();
        let mut open = OpenBlock::default();
        let mut is_full = false;
        for (number, case) in order.enumerate() {
            if is_full {
                shown.left_out += 1;
                continue;
            }
            open.add(case, &source.view(case, number))?;
            if open.json.len() >= BLOCK {
                is_full = !shown.close(std::mem::take(&mut open), room)?;
            }
        }
        shown.close(open, room)?;
        Ok(shown)
    }

    /// Compresses a block, and keeps it if it fits.
    fn close(&mut self, open: OpenBlock, room: &mut PageRoom) -> io::Result<bool> {
        if open.cases.is_empty() {
            return Ok(true);
        }
        let OpenBlock { mut json, cases } = open;
        json.push(b'}');
        let block = DataBlock::of(format!("cases-{}", self.blocks.len()), &json)?;
        let fits = room.take(block.size());
        if fits {
            self.blocks.push(block);
            self.cases.push(cases);
        } else {
            self.left_out += cases.len();
        }
        Ok(fits)
    }
}

/// A block being filled.
#[derive(Default)]
struct OpenBlock {
    json: Vec<u8>,
    cases: Vec<usize>,
}

impl OpenBlock {
    fn add(&mut self, case: usize, view: &CaseView) -> io::Result<()> {
        let start = if self.cases.is_empty() { "{" } else { "," };
        self.json.extend_from_slice(format!("{start}\"{case}\":").as_bytes());
        serde_json::to_writer(&mut self.json, view)?;
        self.cases.push(case);
        Ok(())
    }
}
