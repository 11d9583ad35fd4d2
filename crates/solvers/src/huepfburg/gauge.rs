//! Decides which layers of a search are wide enough to be stored as rows of bits.
//!
//! A list costs about its number of pairs, for each arrow of both fields; rows cost the words that
//! contain pairs, for each arrow. The number of these words depends on how close together the pairs
//! are, so it is measured.

use super::graph::Graph;

/// When layers are stored as rows of bits. The answer does not depend on it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum RowPolicy {
    /// When that is faster.
    Measured,
    /// Always, after the start.
    AlwaysWide,
    /// Never.
    AlwaysNarrow,
}

/// Decides which layers are wide.
pub(super) struct Gauge {
    width: RowPolicy,
    /// Arrows per field, at least 1.
    degree: u64,
    /// The number of pairs below which rows never pay off their fixed cost.
    least: usize,
    /// The number of layers to skip before the next try, and after it if it fails.
    rest: u32,
    next_rest: u32,
}

impl Gauge {
    /// A word of rows with pairs costs about as much as this many pairs of a list, for each arrow.
    const PAIRS_A_WORD: u64 = 4;

    /// A wide layer becomes narrow again if it has this many times fewer pairs than make a layer
    /// wide.
    const BACK: u64 = 4;

    /// The maximum number of layers between two tries.
    const MAX_REST: u32 = 64;

    pub(super) fn new(graph: &Graph, width: RowPolicy) -> Gauge {
        let n = graph.size();
        let degree = (graph.forward.count() / n).max(1);
        let least = (n / (8 * degree)).max(64);
        Gauge { width, degree: degree as u64, least, rest: 0, next_rest: 1 }
    }

    /// Returns whether to try a narrow layer of `pairs` pairs as rows. A try takes time, so some
    /// layers are skipped after a failed one.
    pub(super) fn is_worth_a_try(&mut self, pairs: usize) -> bool {
        match self.width {
            RowPolicy::AlwaysNarrow => false,
            RowPolicy::AlwaysWide => pairs > 0,
            RowPolicy::Measured if pairs < self.least => false,
            RowPolicy::Measured => {
                self.rest = self.rest.saturating_sub(1);
                self.rest == 0
            }
        }
    }

    /// Returns whether a layer of `pairs` pairs in `words` words, just tried, is wide.
    pub(super) fn is_wide(&mut self, pairs: u64, words: u64) -> bool {
        let is_wide =
            self.width == RowPolicy::AlwaysWide || pairs * self.degree > Self::PAIRS_A_WORD * words;
        if is_wide {
            (self.rest, self.next_rest) = (0, 1);
        } else {
            self.rest = self.next_rest;
            self.next_rest = (2 * self.next_rest).min(Self::MAX_REST);
        }
        is_wide
    }

    /// Returns whether a wide layer of `pairs` pairs in `words` words becomes narrow.
    pub(super) fn is_narrow(&self, pairs: u64, words: u64) -> bool {
        self.width != RowPolicy::AlwaysWide
            && (pairs * self.degree * Self::BACK < Self::PAIRS_A_WORD * words
                || pairs < self.least as u64 / Self::BACK)
    }
}
