//! The layers of a search, stored to reconstruct the path.
//!
//! No predecessors are stored. Layers are stored one after another, narrow ones as lists of pairs,
//! wide ones as rows of bits; the way back searches each layer for a pair with arrows to the pair
//! found last. The path has one pair per layer and is written into the memory of layers already
//! processed, so that 50 million jumps take 400 MB instead of twice as much.

use super::graph::{Graph, MIKA, SASHA};
use super::rows::BitRows;

/// The mark of the first pair of a layer; no field of a graph has this bit.
const FIRST: u32 = 1 << 31;

/// The placeholder in `pairs` for a layer that is stored as rows of bits.
const WIDE: (u32, u32) = (FIRST, u32::MAX);

/// The layers of a search, from the start on.
pub(super) struct Trail {
    /// The pairs of all layers; the first of each has its mark on the first field.
    pairs: Vec<(u32, u32)>,
    /// The wide layers, in order.
    wide: Vec<BitRows>,
    /// The number of fields.
    n: usize,
}

/// A meeting with the fewest jumps: pairs of fields of a graph, from the start to a common field.
pub struct Way {
    pairs: Vec<(u32, u32)>,
    start: usize,
    /// Whether the second field of each pair is Sasha's.
    is_swapped: bool,
}

impl Trail {
    pub(super) fn new(n: usize) -> Trail {
        Trail { pairs: Vec::new(), wide: Vec::new(), n }
    }

    /// Adds a narrow layer.
    pub(super) fn push_pairs(&mut self, layer: &[(u32, u32)]) {
        if let Some(((a, b), others)) = layer.split_first() {
            self.pairs.push((a | FIRST, *b));
            self.pairs.extend_from_slice(others);
        }
    }

    /// Adds a wide layer of `pairs` pairs, in whichever form is smaller. Returns the rows if they
    /// are not needed.
    pub(super) fn push_rows(&mut self, layer: BitRows, pairs: u64) -> Option<BitRows> {
        if Trail::is_smaller_as_list(pairs, self.n) {
            self.push_pairs(&layer.pairs());
            return Some(layer);
        }
        self.pairs.push(WIDE);
        self.wide.push(layer);
        None
    }

    /// Returns whether a layer of `pairs` pairs of `n` fields is smaller as a list than as rows.
    pub(super) fn is_smaller_as_list(pairs: u64, n: usize) -> bool {
        pairs * (size_of::<(u32, u32)>() as u64) < BitRows::bytes(n)
    }

    /// Returns the list of pairs, which may be given more room.
    pub(super) fn list(&mut self) -> &mut Vec<(u32, u32)> {
        &mut self.pairs
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.pairs.capacity() * size_of::<(u32, u32)>()) as u64 + self.bytes_of_rows()
    }

    /// Returns the memory of the wide layers in bytes.
    pub(super) fn bytes_of_rows(&self) -> u64 {
        self.wide.len() as u64 * BitRows::bytes(self.n)
    }

    /// Returns the path through all layers to a meeting on `field`, one jump after the last of
    /// them.
    pub(super) fn way_to(mut self, graph: &Graph, field: u32) -> Way {
        self.pairs.push((field | FIRST, field));
        let mut last = (field, field);
        // Everything from `end` on has been processed and is reused: the path is stored from `way`
        // on, which never falls below `end`.
        let mut way = self.pairs.len() - 1;
        let mut end = way;
        self.pairs[way] = last;
        while end > 0 {
            let parent;
            (parent, end) = self.parent(graph, last, end);
            // Every pair of a layer was reached from one of the previous layer.
            let Some(parent) = parent else { break };
            way -= 1;
            self.pairs[way] = parent;
            last = parent;
        }
        Way { is_swapped: last == (MIKA, SASHA), pairs: self.pairs, start: way }
    }

    /// Returns a pair, in either order, from which arrows lead to `child`, in the layer that ends
    /// at `end`, and the start of that layer.
    fn parent(
        &mut self,
        graph: &Graph,
        child: (u32, u32),
        mut end: usize,
    ) -> (Option<(u32, u32)>, usize) {
        if self.pairs[end - 1] == WIDE {
            let rows = self.wide.pop();
            let parents = |rows: BitRows| {
                graph.backward.of(child.0).iter().find_map(|&a| {
                    let others = graph.backward.of(child.1).iter();
                    others.map(|&b| (a, b)).find(|&(a, b)| rows.has(a.min(b), a.max(b)))
                })
            };
            return (rows.and_then(parents), end - 1);
        }
        let leads =
            |(a, b): (u32, u32)| graph.forward.has(a, child.0) && graph.forward.has(b, child.1);
        let mut parent = None;
        loop {
            end -= 1;
            let (marked, b) = self.pairs[end];
            let a = marked & !FIRST;
            if parent.is_none() {
                parent = [(a, b), (b, a)].into_iter().find(|&pair| leads(pair));
            }
            if marked & FIRST != 0 {
                return (parent, end);
            }
        }
    }
}

impl Way {
    /// Returns the number of jumps.
    pub fn jumps(&self) -> u64 {
        (self.pairs.len() - 1 - self.start) as u64
    }

    /// Returns Sasha's fields.
    pub fn sasha(&self) -> impl Iterator<Item = u32> {
        self.fields(self.is_swapped)
    }

    /// Returns Mika's fields.
    pub fn mika(&self) -> impl Iterator<Item = u32> {
        self.fields(!self.is_swapped)
    }

    fn fields(&self, second: bool) -> impl Iterator<Item = u32> {
        self.pairs[self.start..].iter().map(move |&(a, b)| if second { b } else { a })
    }
}
