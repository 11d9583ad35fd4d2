//! Computes one jump of both players from a wide layer: many pairs at a time, as rows of bits.
//!
//! Idea: row x of a matrix has all y such that the pair (x, y) is in the layer. When the players on
//! fields x jump, row z of the next matrix is the union of the rows x with an arrow to z: 64 pairs
//! at a time. On the transposed matrix, the other players jump in the same way. The part below the
//! diagonal is then folded onto the part above, since it does not matter which player is where.
//! That is at most m n / 32 operations on words for the jumps and about n^2 / 7 for the
//! transpositions, however many pairs there are. Only rows with pairs are accessed, and of each
//! only the span of words with pairs.

use super::bits::{BLOCK, BitMatrix, transpose};
use super::graph::Graph;
use super::rows::{BitRows, Span};

/// The result of a jump from a wide layer.
pub(super) enum Landed {
    /// Both players can be on this field.
    Together(u32),
    /// There are this many new pairs, and no meeting.
    Apart(u64),
}

/// The matrices between two layers, reused for every layer.
pub(super) struct Jump {
    /// The layer after the first players, or both, have jumped.
    jumped: BitRows,
    /// The layer after the first players have jumped, transposed.
    turned: BitRows,
}

impl Jump {
    pub(super) fn new(n: usize) -> Jump {
        Jump { jumped: BitRows::new(n), turned: BitRows::new(n) }
    }

    /// Fills `next` with the pairs one jump after those of `layer` that are not in `seen`, and adds
    /// them to `seen`. All have the smaller field first. The previous content of `next` does not
    /// matter.
    pub(super) fn from(
        &mut self,
        graph: &Graph,
        layer: &BitRows,
        seen: &mut BitMatrix,
        next: &mut BitRows,
    ) -> Landed {
        unite(graph, layer, &mut self.jumped);
        turn(&self.jumped, &mut self.turned);
        unite(graph, &self.turned, &mut self.jumped);
        if let Some(field) = fold(&self.jumped, next) {
            return Landed::Together(field);
        }
        let mut fresh = 0;
        next.retain(|row, start, words| {
            let seen = &mut seen.row_mut(row as usize)[start..start + words.len()];
            let mut count = 0;
            for (word, seen) in words.iter_mut().zip(seen) {
                *word &= !*seen;
                *seen |= *word;
                count += word.count_ones();
            }
            fresh += u64::from(count);
            count > 0
        });
        Landed::Apart(fresh)
    }
}

/// Sets each row of `into` to the union of the rows of `from` from which an arrow leads to it.
fn unite(graph: &Graph, from: &BitRows, into: &mut BitRows) {
    into.clear();
    for (row, span) in from.spans() {
        for &to in graph.forward.of(row) {
            into.widen(to, span);
        }
    }
    into.fill(|to, span, words| {
        words.fill(0);
        let sources = graph.backward.of(to).iter().map(|&source| (source, from.span(source)));
        let mut whole: [&[u64]; 4] = [&[]; 4];
        let mut waiting = 0;
        for (source, part) in sources.filter(|(_, part)| !part.is_empty()) {
            let more = from.words(source);
            if part != span {
                for (word, more) in words[part.start - span.start..].iter_mut().zip(more) {
                    *word |= more;
                }
                continue;
            }
            // Rows that cover the whole span are united four at a time, to write `words` less
            // often.
            whole[waiting] = more;
            waiting += 1;
            if waiting == whole.len() {
                unite_four(words, whole);
                waiting = 0;
            }
        }
        for more in &whole[..waiting] {
            for (word, more) in words.iter_mut().zip(*more) {
                *word |= more;
            }
        }
    });
}

fn unite_four(words: &mut [u64], [a, b, c, d]: [&[u64]; 4]) {
    let pairs = a.iter().zip(b).zip(c.iter().zip(d));
    for (word, ((a, b), (c, d))) in words.iter_mut().zip(pairs) {
        *word |= a | b | c | d;
    }
}

/// The number of adjacent blocks that fill a cache line.
const SIDE_BY_SIDE: usize = 8;

/// Sets `into` to the transpose of `from`, block by block.
fn turn(from: &BitRows, into: &mut BitRows) {
    let of_columns = from.spans_of_columns(&from.spans_of_rows());
    into.clear();
    for first in (0..of_columns.len()).step_by(SIDE_BY_SIDE) {
        let columns = first..of_columns.len().min(first + SIDE_BY_SIDE);
        let rows = of_columns[columns.clone()].iter().fold(Span::NOTHING, |all, &s| all.and(s));
        for row in rows.range() {
            for column in columns.clone().filter(|&column| of_columns[column].has(row)) {
                into.set_block(column, row, &transposed(from.block(row, column)));
            }
        }
    }
}

/// Sets `into` to every pair that `from` has in either order, the smaller field first. Returns
/// early with a field that `from` pairs with itself.
fn fold(from: &BitRows, into: &mut BitRows) -> Option<u32> {
    let of_rows = from.spans_of_rows();
    let of_columns = from.spans_of_columns(&of_rows);
    into.clear();
    for row in 0..of_rows.len() {
        let columns = of_rows[row].and(of_columns[row]);
        for column in columns.start.max(row)..columns.end {
            let mut block = from.block(row, column);
            let mirrored = transposed(from.block(column, row));
            for (word, mirrored) in block.iter_mut().zip(mirrored) {
                *word |= mirrored;
            }
            if column == row {
                for (bit, word) in block.iter_mut().enumerate() {
                    if *word >> bit & 1 == 1 {
                        return Some((row * BLOCK + bit) as u32);
                    }
                    *word &= !0 << bit;
                }
            }
            into.set_block(row, column, &block);
        }
    }
    None
}

fn transposed(mut block: [u64; BLOCK]) -> [u64; BLOCK] {
    if block.iter().any(|&word| word != 0) {
        transpose(&mut block);
    }
    block
}
