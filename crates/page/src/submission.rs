//! The data collected of a submission while its results arrive, and kept once it is done:
//! compressed blocks.

use std::collections::{BTreeMap, HashSet};
use std::io;

use super::block::DataBlock;
use super::columns::{Alike, ByteColumns, letter};
use super::refusal::{CollectedRefusal, Detail, RefusalContext};
use referee_events::{JudgedCase, Reason};

/// The maximum number of rejections readable without a script, each of another kind.
const FIRST: usize = 2;

/// The maximum number of rejections with a picture.
const PICTURES: usize = 8;

/// A submission whose results are arriving.
#[derive(Debug, Default)]
pub(crate) struct OpenSubmission {
    columns: ByteColumns,
    counts: BTreeMap<char, usize>,
    /// The first rejections, up to a total size.
    refusals: Vec<CollectedRefusal>,
    refused: usize,
    room: usize,
    /// The first rejections of different kinds.
    first: Vec<CollectedRefusal>,
    kinds: HashSet<u8>,
}

/// A submission whose results are complete.
#[derive(Debug)]
pub(crate) struct DoneSubmission {
    pub(crate) verdicts: DataBlock,
    pub(crate) refutations: Option<DataBlock>,
    pub(crate) times: Option<DataBlock>,
    pub(crate) details: Option<DataBlock>,
    /// The number of rejections with details.
    pub(crate) detailed: usize,
    pub(crate) refused: usize,
    /// The number of cases with each letter.
    pub(crate) counts: BTreeMap<char, usize>,
    /// The first rejections of different kinds.
    pub(crate) first: Vec<CollectedRefusal>,
}

impl OpenSubmission {
    /// Starts a submission. Texts of rejections are collected up to `room` bytes.
    pub(crate) fn new(cases: usize, room: usize) -> OpenSubmission {
        OpenSubmission { columns: ByteColumns::of(cases), room, ..OpenSubmission::default() }
    }

    pub(crate) fn add(&mut self, case: usize, judged: &JudgedCase, alike: Alike) {
        self.columns.set(case, judged, alike);
        *self.counts.entry(char::from(letter(judged.reason))).or_default() += 1;
        if judged.reason == Reason::Proved {
            return;
        }
        self.refused += 1;
        let is_first = self.first.len() < FIRST && self.kinds.insert(alike.kind);
        if self.room == 0 && !is_first {
            return;
        }
        let refusal = CollectedRefusal::of(case, judged);
        if is_first {
            self.first.push(refusal.clone());
        }
        if self.room > 0 {
            self.room = self.room.saturating_sub(refusal.size());
            self.refusals.push(refusal);
        }
    }

    /// Compresses the collected data of the submission with this number, with details of up to
    /// `share` bytes. `context` adds what is not in the events, and a picture if requested.
    pub(crate) fn done(
        self,
        number: usize,
        share: usize,
        context: &dyn Fn(&CollectedRefusal, bool) -> RefusalContext,
    ) -> io::Result<DoneSubmission> {
        let block = |name: &str, bytes: &[u8]| DataBlock::of(format!("{name}-{number}"), bytes);
        let verdicts = block("verdicts", &self.columns.letters)?;
        let refutations = self.columns.refutations().map(|columns| block("refutations", &columns));
        let times = Some(&self.columns.times).filter(|times| !times.is_empty());
        let times = times.map(|times| block("times", times)).transpose()?;
        let mut details = Vec::new();
        for (at, refusal) in self.refusals.iter().enumerate() {
            let CollectedRefusal { case, judged } = refusal;
            // Of other rejections, only the case can be drawn.
            let has_picture = at < PICTURES && judged.reason == Reason::Refuted;
            details.push((*case, Detail { judged, context: context(refusal, has_picture) }));
        }
        let mut pictures = PICTURES;
        let compressed = loop {
            if details.is_empty() {
                break None;
            }
            let listed: BTreeMap<usize, &Detail> =
                details.iter().map(|(case, detail)| (*case, detail)).collect();
            let compressed = block("details", &serde_json::to_vec(&listed)?)?;
            if compressed.size() <= share {
                break Some(compressed);
            }
            // Pictures go first: they are the largest part, and the most dispensable.
            if pictures > 0 {
                pictures /= 2;
                for (_, detail) in details.iter_mut().skip(pictures) {
                    let context = &mut detail.context;
                    (context.picture, context.images) = (None, Vec::new());
                }
            } else {
                details.truncate(details.len() / 2);
            }
        };
        Ok(DoneSubmission {
            verdicts,
            refutations: refutations.transpose()?,
            times,
            detailed: details.len(),
            details: compressed,
            refused: self.refused,
            counts: self.counts,
            first: self.first,
        })
    }
}
