//! The default solver: a breadth-first search over pairs of fields that processes each layer by the
//! fastest method for it.
//!
//! A layer is the set of pairs that the two players can be on after some number of jumps and not
//! before. Which player is on which field does not matter, so a pair stands for both orders.
//! *Narrow* layers are lists: for each pair, first one player jumps and then the other, and the
//! state between the two half jumps is expanded only once; O(n m) in total. *Wide* layers are rows
//! of bits, see the module `wide`.
//!
//! Rows are faster if the pairs of a layer are close together. Rows cost the words that contain
//! pairs, for every arrow; lists cost the pairs, for every arrow of both fields. So the search
//! switches to rows when there are enough pairs per word, and back when there are few. A million
//! layers of one pair each cost as little as five layers of ten million pairs.

use referee_checker::TooLarge;

use super::bits::BitMatrix;
use super::gauge::{Gauge, RowPolicy};
use super::graph::{Graph, MIKA, SASHA};
use super::rows::BitRows;
use super::trail::{Trail, Way};
use super::wide::{Jump, Landed};

/// Returns the meeting with the fewest jumps, if there is one.
///
/// # Errors
/// The search would take more than `memory` bytes.
pub fn solve(graph: &Graph, memory: u64, width: RowPolicy) -> Result<Option<Way>, TooLarge> {
    let mut trail = Trail::new(graph.size());
    let field = AdaptiveSearch::new(graph, memory, width)?.run(&mut trail)?;
    Ok(field.map(|field| trail.way_to(graph, field)))
}

struct AdaptiveSearch<'g> {
    graph: &'g Graph,
    /// The memory limit, in bytes.
    memory: u64,
    /// The bytes of the stored layers.
    kept: u64,
    /// The pairs of all layers so far, the smaller field first.
    seen: BitMatrix,
    /// The half jumps of narrow layers: the new field of the player who has jumped, and the other
    /// player's field.
    half_seen: BitMatrix,
    gauge: Gauge,
    /// The matrices of wide layers, allocated at the first one.
    jump: Option<Jump>,
    /// Rows that are not in use.
    spare: Option<BitRows>,
}

enum Layer {
    /// Pairs of fields in either order.
    Narrow(Vec<(u32, u32)>),
    /// Pairs of fields, the smaller one first, and their number.
    Wide(BitRows, u64),
}

impl Layer {
    /// Returns the number of pairs that a trail would store for it as a list.
    fn listed(&self, n: usize) -> usize {
        match self {
            Layer::Narrow(pairs) => pairs.len(),
            Layer::Wide(_, pairs) if Trail::is_smaller_as_list(*pairs, n) => *pairs as usize,
            Layer::Wide(..) => 1,
        }
    }

    /// Returns the capacity of its list, if it is one.
    fn room(&self) -> usize {
        match self {
            Layer::Narrow(pairs) => pairs.capacity(),
            Layer::Wide(..) => 0,
        }
    }
}

impl<'g> AdaptiveSearch<'g> {
    fn new(graph: &'g Graph, memory: u64, width: RowPolicy) -> Result<Self, TooLarge> {
        let n = graph.size();
        let needed = 2 * BitMatrix::bytes(n);
        TooLarge::unless(needed, memory, || format!("two bits for each pair of {n} fields"))?;
        let (seen, half_seen) = (BitMatrix::new(n), BitMatrix::new(n));
        let rows_fit = needed + 4 * BitRows::bytes(n) <= memory;
        let gauge = Gauge::new(graph, if rows_fit { width } else { RowPolicy::AlwaysNarrow });
        Ok(AdaptiveSearch {
            graph,
            memory,
            kept: 0,
            seen,
            half_seen,
            gauge,
            jump: None,
            spare: None,
        })
    }

    /// Runs until the players meet, and returns the field, or until there are no further pairs.
    /// Stores all layers in `trail`.
    fn run(&mut self, trail: &mut Trail) -> Result<Option<u32>, TooLarge> {
        let mut next = Vec::new();
        let mut layer = Layer::Narrow(vec![(SASHA, MIKA)]);
        self.seen.insert(SASHA, MIKA);
        loop {
            let landed;
            (layer, landed) = match layer {
                Layer::Narrow(mut pairs) => {
                    trail.push_pairs(&pairs);
                    next.clear();
                    let landed = self.jump_from_pairs(&pairs, &mut next)?;
                    std::mem::swap(&mut pairs, &mut next);
                    (self.widened(pairs), landed)
                }
                Layer::Wide(rows, count) => {
                    let (next, landed) = self.jump_from_rows(&rows);
                    self.spare = trail.push_rows(rows, count);
                    (self.narrowed(next, &landed), landed)
                }
            };
            match landed {
                Landed::Together(field) => return Ok(Some(field)),
                Landed::Apart(0) => return Ok(None),
                Landed::Apart(_) => {}
            }
            let lists = next.capacity() + layer.room();
            let listed = layer.listed(self.graph.size());
            self.kept = trail.bytes_of_rows();
            // The final pair of the meeting, too.
            self.budget().make_room(trail.list(), listed + 1, lists)?;
            self.kept = trail.bytes();
            self.budget().allow(lists)?;
        }
    }

    /// Converts a narrow layer to a wide one, if that is faster.
    fn widened(&mut self, pairs: Vec<(u32, u32)>) -> Layer {
        if !self.gauge.is_worth_a_try(pairs.len()) {
            return Layer::Narrow(pairs);
        }
        let mut rows = self.spare.take().unwrap_or_else(|| BitRows::new(self.graph.size()));
        rows.set_pairs(&pairs);
        if !self.gauge.is_wide(pairs.len() as u64, rows.length()) {
            self.spare = Some(rows);
            return Layer::Narrow(pairs);
        }
        Layer::Wide(rows, pairs.len() as u64)
    }

    /// Converts a wide layer to a narrow one, if that is faster.
    fn narrowed(&mut self, rows: BitRows, landed: &Landed) -> Layer {
        match landed {
            &Landed::Apart(pairs) if !self.gauge.is_narrow(pairs, rows.length()) => {
                Layer::Wide(rows, pairs)
            }
            _ => {
                let pairs = rows.pairs();
                self.spare = self.spare.take().or(Some(rows));
                Layer::Narrow(pairs)
            }
        }
    }

    /// Fills `next` with the new pairs one jump after those of a narrow layer.
    fn jump_from_pairs(
        &mut self,
        layer: &[(u32, u32)],
        next: &mut Vec<(u32, u32)>,
    ) -> Result<Landed, TooLarge> {
        // Locals instead of fields of `self` stay in registers.
        let budget = self.budget();
        let AdaptiveSearch { graph, seen, half_seen, .. } = self;
        for &(a, b) in layer {
            let (of_a, of_b) = (graph.forward.of(a), graph.forward.of(b));
            // The player with a single arrow jumps first: such a half jump is unique and needs no
            // mark in `half_seen`.
            let (first, waiting, second) =
                if of_b.len() > 1 { (of_a, b, of_b) } else { (of_b, a, of_a) };
            for &jumped in first {
                if first.len() > 1 && !half_seen.insert(jumped, waiting) {
                    continue;
                }
                for &other in second {
                    if jumped == other {
                        return Ok(Landed::Together(jumped));
                    }
                    if seen.insert(jumped.min(other), jumped.max(other)) {
                        if next.len() == next.capacity() {
                            budget.make_room(next, 1, layer.len())?;
                        }
                        // Not sorted: the next pairs have the same first field, whose rows are
                        // still in the cache.
                        next.push((jumped, other));
                    }
                }
            }
        }
        Ok(Landed::Apart(next.len() as u64))
    }

    /// Returns the new pairs one jump after those of a wide layer.
    fn jump_from_rows(&mut self, layer: &BitRows) -> (BitRows, Landed) {
        let n = self.graph.size();
        let jump = self.jump.get_or_insert_with(|| Jump::new(n));
        let mut next = self.spare.take().unwrap_or_else(|| BitRows::new(n));
        let landed = jump.from(self.graph, layer, &mut self.seen, &mut next);
        (next, landed)
    }

    /// Returns the memory in use, apart from lists of pairs.
    fn budget(&self) -> Budget {
        let n = self.graph.size();
        let of_rows = if self.jump.is_some() { 4 * BitRows::bytes(n) } else { 0 };
        Budget { n, taken: 2 * BitMatrix::bytes(n) + of_rows + self.kept, memory: self.memory }
    }
}

/// The memory in use, and the limit, in bytes.
struct Budget {
    n: usize,
    taken: u64,
    memory: u64,
}

impl Budget {
    /// Fails if lists of `pairs` pairs do not fit beside everything else.
    fn allow(&self, pairs: usize) -> Result<(), TooLarge> {
        TooLarge::unless(self.with(pairs), self.memory, || self.what())
    }

    /// Makes room for `more` pairs in a list, besides other lists of `pairs` pairs and everything
    /// else.
    fn make_room(
        &self,
        list: &mut Vec<(u32, u32)>,
        more: usize,
        pairs: usize,
    ) -> Result<(), TooLarge> {
        TooLarge::unless_room(list, more, self.with(pairs), self.memory, || self.what())
    }

    /// Returns the memory in use with lists of `pairs` pairs.
    fn with(&self, pairs: usize) -> u64 {
        self.taken + (pairs * size_of::<(u32, u32)>()) as u64
    }

    fn what(&self) -> String {
        format!("the pairs of {} fields found so far", self.n)
    }
}
