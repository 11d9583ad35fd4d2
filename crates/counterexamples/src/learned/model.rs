//! What is known of inputs: their shape, what values have in common, and how large they may be.

use std::collections::BTreeMap;

use super::facts::{Facts, NumberFacts};
use super::graphs::Kind;
use super::learn::learn;
use super::shape::{self, Count, Part};
use crate::text::Text;

/// The most vertices of a graph: each is given a name.
const MOST_VERTICES: usize = 1 << 22;

/// So many inputs are read to learn a shape, the smallest ones.
const LEARNED_FROM: usize = 16;

/// What is known of inputs.
#[derive(Debug, Clone)]
pub(super) struct Model {
    pub(super) parts: Vec<Part>,
    pub(super) facts: Facts,
    /// The slots of the numbers that say how many there are of something.
    pub(super) sizes: Vec<usize>,
    /// The least and the greatest number at a slot: as seen, and then as validators allow. Of words it is their length.
    pub(super) ranges: BTreeMap<usize, (i64, i64)>,
    /// The numbers of edges, with what is known of the graph.
    pub(super) edges: BTreeMap<usize, EdgeCount>,
}

/// A number of edges.
#[derive(Debug, Clone, Copy)]
pub(super) struct EdgeCount {
    /// The slot of the number of vertices.
    vertices: usize,
    is_connected: bool,
    /// Whether there are neither loops nor repetitions.
    is_simple: bool,
}

impl Model {
    /// Learns what inputs have in common; nothing if they have no shape that is understood.
    pub(super) fn learn(texts: &[Text]) -> Option<Model> {
        let mut smallest: Vec<&Text> = texts.iter().collect();
        smallest.sort_by_key(|text| text.bytes().len());
        let smallest: Vec<Text> = smallest.into_iter().take(LEARNED_FROM).cloned().collect();
        let parts = learn(&smallest)?;
        let facts = Facts::of(&parts, texts).or_else(|| Facts::of(&parts, &smallest))?;
        let numbers = facts.numbers.iter().map(|(slot, of)| (*slot, (of.least, of.most)));
        let lists = facts.lists.iter().map(|(slot, of)| (*slot, (of.least, of.most)));
        let words = facts.words.iter().map(|(slot, of)| (*slot, (1, of.longest as i64)));
        let ranges: BTreeMap<usize, (i64, i64)> = numbers.chain(lists).chain(words).collect();
        // A shape without anything that varies has been read already.
        if ranges.is_empty() {
            return None;
        }
        let (sizes, mut edges) = (shape::sizes(&parts), BTreeMap::new());
        find_edges(&parts, &facts, &mut edges);
        Some(Model { parts, facts, sizes, ranges, edges })
    }

    /// Returns whether the number at a slot says how many there are of something.
    pub(super) fn is_size(&self, slot: usize) -> bool {
        self.sizes.contains(&slot)
    }

    /// Returns the graph that lines of numbers are the edges of, given the slot of their first number and how many there are.
    pub(super) fn graph(&self, slot: usize, edges: usize, values: &[Option<i64>]) -> Option<Kind> {
        let rows = self.facts.rows.get(&slot)?;
        let vertices = *rows.vertices.first()?;
        let count = usize::try_from((*values.get(vertices)?)?).ok()?;
        // Without vertices there are no edges, whatever a validator allows.
        (1..=MOST_VERTICES).contains(&count).then(|| Kind {
            vertices: count,
            edges,
            is_connected: rows.is_connected.contains(&vertices),
            has_loops: rows.has_loops,
            has_twice: rows.has_twice,
        })
    }
}

/// Finds the numbers of edges among parts.
fn find_edges(parts: &[Part], facts: &Facts, found: &mut BTreeMap<usize, EdgeCount>) {
    for part in parts {
        let Part::Repeat { times, parts } = part else { continue };
        find_edges(parts, facts, found);
        let Count::Number { slot, more: 0 } = times else { continue };
        let first = shape::number_columns(parts).first().copied();
        let Some(rows) = first.and_then(|first| facts.rows.get(&first)) else { continue };
        if let Some(&vertices) = rows.vertices.iter().find(|vertices| *vertices < slot) {
            let is_connected = rows.is_connected.contains(&vertices);
            let is_simple = !rows.has_loops && !rows.has_twice;
            found.insert(*slot, EdgeCount { vertices, is_connected, is_simple });
        }
    }
}

impl EdgeCount {
    /// Returns the least and the greatest number of edges, within a range.
    pub(super) fn clamp(self, (least, most): (i64, i64), values: &[Option<i64>]) -> (i64, i64) {
        let Some(vertices) = values.get(self.vertices).copied().flatten() else {
            return (least, most);
        };
        let others = vertices.saturating_sub(1);
        let all = if self.is_simple { vertices.saturating_mul(others) / 2 } else { most };
        let tree = if self.is_connected { others } else { least };
        let most = most.min(all).max(least);
        (least.max(tree).min(most), most)
    }
}

impl NumberFacts {
    /// Returns the part of a range that keeps to the numbers before it as all inputs do.
    pub(super) fn beside(&self, range: (i64, i64), values: &[Option<i64>]) -> (i64, i64) {
        let of = |slot: &usize| values.get(*slot).copied().flatten();
        let most = self.at_most.iter().filter_map(of).fold(range.1, i64::min).max(range.0);
        let least = self.at_least.iter().filter_map(of).fold(range.0, i64::max).min(most);
        (least, most)
    }
}
