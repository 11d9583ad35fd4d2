//! Which layers of a search are wide enough to be rows of bits.
//!
//! A list costs about its pairs, for each arrow of both fields; rows cost the words that hold pairs, for each
//! arrow. How many words that are depends on how close together the pairs lie, and is found out by trying.

use super::graph::Graph;

/// When layers are taken as rows of bits. The answer does not depend on it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Width {
    /// When that is faster.
    Measured,
    /// Always, after the start.
    AlwaysWide,
    /// Never.
    AlwaysNarrow,
}

/// Finds out which layers are wide.
pub(super) struct Gauge {
    width: Width,
    /// Arrows per field, at least 1.
    degree: u64,
    /// Fewer pairs than this do not make up for what rows cost at least.
    least: usize,
    /// How many layers are not tried, and how many after the next try in vain.
    rest: u32,
    next_rest: u32,
}

impl Gauge {
    /// A word of rows that holds pairs costs about as much as this many pairs of a list, for each arrow.
    const PAIRS_A_WORD: u64 = 4;

    /// A wide layer becomes narrow again when it has this many times fewer pairs than make a layer wide.
    const BACK: u64 = 4;

    /// The most layers between two tries.
    const LONGEST_REST: u32 = 64;

    pub(super) fn new(graph: &Graph, width: Width) -> Gauge {
        let n = graph.size();
        let degree = (graph.forward.count() / n).max(1);
        let least = (n / (8 * degree)).max(64);
        Gauge { width, degree: degree as u64, least, rest: 0, next_rest: 1 }
    }

    /// Whether it can be that a narrow layer of so many pairs is wide. To find out costs something, so
    /// that after a try in vain some layers are passed over.
    pub(super) fn is_worth_a_try(&mut self, pairs: usize) -> bool {
        match self.width {
            Width::AlwaysNarrow => false,
            Width::AlwaysWide => pairs > 0,
            Width::Measured if pairs < self.least => false,
            Width::Measured => {
                self.rest = self.rest.saturating_sub(1);
                self.rest == 0
            }
        }
    }

    /// Whether a layer of so many pairs in so many words, tried now, is wide.
    pub(super) fn is_wide(&mut self, pairs: u64, words: u64) -> bool {
        let is_wide =
            self.width == Width::AlwaysWide || pairs * self.degree > Self::PAIRS_A_WORD * words;
        if is_wide {
            (self.rest, self.next_rest) = (0, 1);
        } else {
            self.rest = self.next_rest;
            self.next_rest = (2 * self.next_rest).min(Self::LONGEST_REST);
        }
        is_wide
    }

    /// Whether a wide layer of so many pairs in so many words is narrow again.
    pub(super) fn is_narrow(&self, pairs: u64, words: u64) -> bool {
        self.width != Width::AlwaysWide
            && (pairs * self.degree * Self::BACK < Self::PAIRS_A_WORD * words
                || pairs < self.least as u64 / Self::BACK)
    }
}
