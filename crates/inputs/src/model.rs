//! The model of inputs: their shape, what values have in common, and their ranges.

use std::collections::BTreeMap;

use referee_generators::Random;

use super::facts::{Facts, NumberFacts};
use super::graphs::Kind;
use super::learn::learn;
use super::nested::NestedCounts;
use super::shape::{self, Count, Part};
use referee_counterexamples::text::Text;

/// The maximum number of vertices of a graph: each takes an entry in memory.
const MAX_VERTICES: usize = 1 << 22;

/// The number of inputs from which a shape is learned: the smallest ones.
const LEARNED_FROM: usize = 16;

/// How much properties are doubted at first, and after inputs without them were tried.
const UNTRIED: u64 = 4;
pub(crate) const TRIED: u64 = 16;

/// All that was learned about inputs.
#[derive(Debug, Clone)]
pub(crate) struct Model {
    pub(crate) parts: Vec<Part>,
    pub(crate) facts: Facts,
    /// The slots of numbers that state counts. If one states the length of words: also the slot of
    /// the first word, and by how much that is longer.
    sizes: BTreeMap<usize, Option<(usize, i64)>>,
    pub(crate) nested: NestedCounts,
    /// Whether words are those seen, repeated: no other ones are valid.
    pub(crate) repeats_words: bool,
    /// The least and greatest number at a slot: first as observed, then as validators allow. For
    /// words, their length. Totals have none as long as no validator was asked for it, which none
    /// is for columns that differ from others by a constant.
    pub(crate) ranges: BTreeMap<usize, (i64, i64)>,
    /// The slots of numbers that may be greater than any `i64`, with their greatest number of
    /// digits.
    pub(crate) digits: BTreeMap<usize, usize>,
    /// The slots of numbers of edges, with properties of the graph.
    pub(crate) edges: BTreeMap<usize, EdgeCount>,
    /// One draft in this many does without a property that all observed inputs have.
    pub(crate) doubt: u64,
}

#[derive(Debug, Clone)]
pub(crate) struct EdgeCount {
    /// The slot of the number of vertices.
    pub(crate) vertices: usize,
    is_connected: bool,
    /// Whether no edge is repeated. There are then at most as many as pairs of vertices.
    is_simple: bool,
    /// If no two edges cross: where they are drawn.
    pub(crate) drawing: Option<Drawing>,
}

/// Edges between points that do not cross.
#[derive(Debug, Clone)]
pub(crate) struct Drawing {
    /// The slots of the columns of points.
    pub(crate) points: Vec<usize>,
    /// The slot of the first column of edges.
    pub(crate) edges: usize,
    /// The least number of edges of a point.
    pub(crate) least: usize,
}

impl Model {
    /// Learns what inputs have in common, with each of their first `limit` shapes, as far as these
    /// can be learned before `stop` returns true.
    pub(crate) fn learn(texts: &[Text], limit: usize, stop: &dyn Fn() -> bool) -> Vec<Model> {
        let mut smallest: Vec<&Text> = texts.iter().collect();
        smallest.sort_by_key(|text| text.bytes().len());
        let smallest: Vec<Text> = smallest.into_iter().take(LEARNED_FROM).cloned().collect();
        let shapes = learn(&smallest, limit, stop);
        let models = shapes.into_iter().filter_map(|parts| {
            let facts = Facts::of(&parts, texts).or_else(|| Facts::of(&parts, &smallest))?;
            Model::of(parts, facts)
        });
        models.collect()
    }

    fn of(parts: Vec<Part>, facts: Facts) -> Option<Model> {
        let numbers = facts.numbers.iter().map(|(slot, of)| (*slot, (of.least, of.most)));
        let lists = facts.lists.iter().map(|(slot, of)| (*slot, (of.least, of.most)));
        let words = facts.words.iter().map(|(slot, of)| {
            let least = if of.shortest == of.longest { of.shortest } else { 1 };
            (*slot, (least as i64, of.longest as i64))
        });
        let mut ranges: BTreeMap<usize, (i64, i64)> = numbers.chain(lists).chain(words).collect();
        // If nothing varies, every input of the shape is already known.
        if ranges.is_empty() {
            return None;
        }
        let (sizes, nested) = (shape::sizes(&parts), NestedCounts::of(&parts));
        let (repeats_words, doubt) = (false, UNTRIED);
        let (edges, digits) = (edges(&parts, &facts), BTreeMap::new());
        ranges.retain(|slot, _| {
            sizes.contains_key(slot) || facts.step(*slot).is_some() || facts.total(*slot).is_none()
        });
        Some(Model { parts, facts, sizes, nested, repeats_words, ranges, digits, edges, doubt })
    }

    /// Learns from valid drafts which properties are not required. The ranges stay, and the words,
    /// of which drafts consist.
    pub(crate) fn learn_from_drafts(&mut self, drafts: impl IntoIterator<Item = Vec<u8>>) {
        for draft in drafts {
            let mut facts = self.facts.clone();
            if facts.read(&self.parts, &Text::new(draft)) {
                facts.words = std::mem::take(&mut self.facts.words);
                self.facts = facts;
            }
        }
        self.edges = edges(&self.parts, &self.facts);
    }

    /// Returns the number to write at a slot instead of a drawn one: if it states the length of a
    /// word, the greatest up to it that such a word can have.
    pub(crate) fn written(&self, slot: usize, drawn: i64) -> i64 {
        let Some(Some((word, more))) = self.sizes.get(&slot) else { return drawn };
        let most = drawn.checked_add(*more).and_then(|most| usize::try_from(most).ok());
        let facts = &self.facts.words[word];
        let length = most.and_then(|most| facts.greatest_length(most, self.repeats_words));
        length.map_or(drawn, |length| length as i64 - more)
    }

    /// Returns the slot of the numbers whose total the number at a slot is, and how many they are.
    pub(crate) fn total(&self, slot: usize) -> Option<(usize, Count)> {
        self.facts.total(slot).filter(|_| !self.is_size(slot))
    }

    /// Returns whether the number at a slot states a count.
    pub(crate) fn is_size(&self, slot: usize) -> bool {
        self.sizes.contains_key(&slot)
    }

    /// Lets each count that is the same in all inputs be one less or more, and differ from numbers
    /// to which it is always equal: shapes in which a number states different counts by chance
    /// differ only then.
    pub(crate) fn vary_counts(&mut self) {
        for slot in self.sizes.keys() {
            if let Some(range) = self.ranges.get_mut(slot).filter(|range| range.0 == range.1) {
                *range = ((range.0 - 1).max(1).min(range.0), range.1.saturating_add(1));
            }
            if let Some(NumberFacts { at_most, at_least, .. }) = self.facts.numbers.get_mut(slot) {
                let equal = at_most.clone();
                at_most.retain(|other| !at_least.contains(other));
                at_least.retain(|other| !equal.contains(other));
            }
        }
    }

    /// Lets all counts be 1 at first, instead of those observed, and also what they bound.
    pub(crate) fn begin_small(&mut self) {
        for slot in self.sizes.keys() {
            self.ranges.entry(*slot).and_modify(|range| *range = (1, 1));
        }
        for (slot, _) in self.facts.bounded() {
            self.ranges.entry(slot).and_modify(|range| range.0 = range.0.min(1));
        }
    }

    /// Returns the graph whose edges are lines of numbers, given the slot of the first column and
    /// the number of edges.
    pub(crate) fn graph(&self, slot: usize, edges: usize, values: &[Option<i64>]) -> Option<Kind> {
        let rows = self.facts.rows.get(&slot)?;
        let vertices = self.facts.vertices(slot)?;
        let count = usize::try_from(shape::value(values, vertices)?).ok()?;
        // Without vertices there are no edges, whatever a validator allows.
        (1..=MAX_VERTICES).contains(&count).then(|| Kind {
            vertices: count,
            edges,
            is_connected: rows.is_connected.contains(&vertices),
            has_cliques: rows.has_cliques(),
            has_loops: rows.has_loops,
            has_twice: rows.has_twice,
        })
    }
}

fn edges(all: &[Part], facts: &Facts) -> BTreeMap<usize, EdgeCount> {
    let mut found = BTreeMap::new();
    for part in all {
        let Part::Repeat { times, parts } = part else { continue };
        found.extend(edges(parts, facts));
        let Count::Number { slot, factor: 1, more: 0 } = times else { continue };
        let Some(&first) = shape::number_columns(parts).first() else { continue };
        let Some(rows) = facts.rows.get(&first) else { continue };
        if let Some(vertices) = facts.vertices(first).filter(|vertices| vertices < slot) {
            let is_connected = rows.is_connected.contains(&vertices);
            let is_simple = !rows.has_twice;
            let drawing = rows.drawing().and_then(|(points, least)| {
                let points = points_at(points, vertices, all)?;
                Some(Drawing { points, edges: first, least })
            });
            found.insert(*slot, EdgeCount { vertices, is_connected, is_simple, drawing });
        }
    }
    found
}

/// Returns the slots of the columns of points, of which there are as many as vertices.
fn points_at(slot: usize, vertices: usize, parts: &[Part]) -> Option<Vec<usize>> {
    let columns = parts.iter().filter_map(|part| match part {
        Part::Repeat { times, parts } if *times == Count::of(vertices) => {
            Some(shape::number_columns(parts))
        }
        _ => None,
    });
    columns.into_iter().find(|columns| columns.first() == Some(&slot))
}

impl EdgeCount {
    /// Draws a small number of edges from a range: the least, those of a tree, those of cycles, or
    /// those of cycles with a few chords.
    pub(crate) fn few(
        &self,
        (least, most): (i64, i64),
        values: &[Option<i64>],
        random: &mut Random,
    ) -> i64 {
        let vertices = shape::value(values, self.vertices).unwrap_or(least);
        let chords = vertices.saturating_add(random.between(1, 3));
        let few = *random.choose(&[least, vertices.saturating_sub(1), vertices, chords]);
        few.clamp(least, most)
    }

    /// Narrows a range to the possible numbers of edges.
    pub(crate) fn clamp(&self, (least, most): (i64, i64), values: &[Option<i64>]) -> (i64, i64) {
        let Some(vertices) = shape::value(values, self.vertices) else { return (least, most) };
        let others = vertices.saturating_sub(1);
        let all = if self.is_simple { vertices.saturating_mul(others) / 2 } else { most };
        let tree = if self.is_connected { others } else { least };
        let most = most.min(all).max(least);
        (least.max(tree).min(most), most)
    }
}
