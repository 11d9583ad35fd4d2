//! A set of pairs as rows of bits, of which only the ranges with pairs are accessed.

use super::bits::{BLOCK, BitMatrix};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Span {
    pub(super) const NOTHING: Span = Span { start: usize::MAX, end: 0 };

    pub(super) fn one(word: usize) -> Span {
        Span { start: word, end: word + 1 }
    }

    pub(super) fn is_empty(self) -> bool {
        self.start >= self.end
    }

    /// Returns the shortest range that contains both.
    pub(super) fn and(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    pub(super) fn range(self) -> std::ops::Range<usize> {
        self.start.min(self.end)..self.end
    }

    pub(super) fn has(self, word: usize) -> bool {
        (self.start..self.end).contains(&word)
    }
}

/// A matrix of bits with the valid span of each row. All bits outside it count as 0, whatever the
/// memory contains, so rows need not be cleared.
pub(super) struct BitRows {
    bits: BitMatrix,
    spans: Vec<Span>,
    /// The rows whose spans are not empty.
    active: Vec<u32>,
}

impl BitRows {
    pub(super) fn new(n: usize) -> BitRows {
        let bits = BitMatrix::new(n);
        let spans = vec![Span::NOTHING; bits.words() * BLOCK];
        BitRows { bits, spans, active: Vec::new() }
    }

    /// Replaces the content with these pairs, the smaller field first.
    pub(super) fn set_pairs(&mut self, pairs: &[(u32, u32)]) {
        let sorted = || pairs.iter().map(|&(a, b)| (a.min(b), a.max(b)));
        self.clear();
        for (row, column) in sorted() {
            self.widen(row, Span::one(column as usize / BLOCK));
        }
        self.fill(|_, _, words| words.fill(0));
        for (row, column) in sorted() {
            self.bits.insert(row, column);
        }
    }

    /// Returns the size for `n` fields, in bytes.
    pub(super) fn bytes(n: usize) -> u64 {
        BitMatrix::bytes(n) + (n * (size_of::<Span>() + size_of::<u32>())) as u64
    }

    /// Returns the number of words in all spans.
    pub(super) fn length(&self) -> u64 {
        self.spans().map(|(_, span)| (span.end - span.start) as u64).sum()
    }

    pub(super) fn has(&self, row: u32, column: u32) -> bool {
        self.span(row).has(column as usize / BLOCK) && self.bits.has(row, column)
    }

    pub(super) fn pairs(&self) -> Vec<(u32, u32)> {
        let mut pairs = Vec::new();
        for (row, span) in self.spans() {
            for at in span.range() {
                let mut word = self.bits.row(row as usize)[at];
                while word != 0 {
                    let column = (at * BLOCK) as u32 + word.trailing_zeros();
                    pairs.push((row, column));
                    word &= word - 1;
                }
            }
        }
        pairs
    }

    /// Returns, for each row of blocks of 64 x 64 bits, the columns of blocks that may contain
    /// pairs.
    pub(super) fn spans_of_rows(&self) -> Vec<Span> {
        let mut of_rows = vec![Span::NOTHING; self.bits.words()];
        for (row, span) in self.spans() {
            let of_row = &mut of_rows[row as usize / BLOCK];
            *of_row = of_row.and(span);
        }
        of_rows
    }

    /// Returns, for each column of blocks, the rows of blocks that may contain pairs.
    pub(super) fn spans_of_columns(&self, of_rows: &[Span]) -> Vec<Span> {
        let mut of_columns = vec![Span::NOTHING; of_rows.len()];
        for (row, span) in of_rows.iter().enumerate() {
            for of_column in &mut of_columns[span.range()] {
                *of_column = of_column.and(Span::one(row));
            }
        }
        of_columns
    }

    pub(super) fn span(&self, row: u32) -> Span {
        self.spans[row as usize]
    }

    /// Returns the words of a row within its span, which must not be empty.
    pub(super) fn words(&self, row: u32) -> &[u64] {
        let Span { start, end } = self.span(row);
        &self.bits.row(row as usize)[start..end]
    }

    /// Returns the rows with pairs, and their spans.
    pub(super) fn spans(&self) -> impl Iterator<Item = (u32, Span)> {
        self.active.iter().map(|&row| (row, self.span(row)))
    }

    pub(super) fn clear(&mut self) {
        for row in self.active.drain(..) {
            self.spans[row as usize] = Span::NOTHING;
        }
    }

    /// Extends the span of a row. The caller must then fill its words.
    pub(super) fn widen(&mut self, row: u32, span: Span) {
        let known = &mut self.spans[row as usize];
        if known.is_empty() {
            self.active.push(row);
        }
        *known = known.and(span);
    }

    /// Visits the words of all spans, in the order of the rows.
    pub(super) fn fill(&mut self, mut fill: impl FnMut(u32, Span, &mut [u64])) {
        self.active.sort_unstable();
        for &row in &self.active {
            let span = self.spans[row as usize];
            fill(row, span, &mut self.bits.row_mut(row as usize)[span.start..span.end]);
        }
    }

    /// Visits the rows with the start and the words of their spans, and keeps those for which
    /// `keep` returns true, without the words that are 0 at both ends.
    pub(super) fn retain(&mut self, mut keep: impl FnMut(u32, usize, &mut [u64]) -> bool) {
        self.active.retain(|&row| {
            let span = &mut self.spans[row as usize];
            let words = &mut self.bits.row_mut(row as usize)[span.start..span.end];
            if !keep(row, span.start, words) {
                *span = Span::NOTHING;
                return false;
            }
            let before = words.iter().take_while(|&&word| word == 0).count();
            let after = words.iter().rev().take_while(|&&word| word == 0).count();
            *span = Span { start: span.start + before, end: span.end - after };
            true
        });
    }

    /// Returns the block of 64 x 64 bits at this row and column of blocks.
    pub(super) fn block(&self, row: usize, column: usize) -> [u64; BLOCK] {
        std::array::from_fn(|i| {
            let at = row * BLOCK + i;
            if self.spans[at].has(column) { self.bits.row(at)[column] } else { 0 }
        })
    }

    /// Sets a block, and extends the spans to its words that are not 0. Blocks between two blocks
    /// of a row must be set as well.
    pub(super) fn set_block(&mut self, row: usize, column: usize, block: &[u64; BLOCK]) {
        for (i, &word) in block.iter().enumerate() {
            let at = row * BLOCK + i;
            self.bits.row_mut(at)[column] = word;
            if word != 0 {
                self.widen(at as u32, Span::one(column));
            }
        }
    }
}
