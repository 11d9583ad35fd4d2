//! What repeated lines of numbers have in common: edges, intervals, rectangles, and how columns are
//! related.

use std::collections::{BTreeMap, BTreeSet};

use super::drawings::{Points, are_segments};
use super::shape::those;

/// The maximum number of edges whose ends are compared: every change of a large input is read.
const MAX_COMPARED: usize = 2_000;

/// The number of rows of which two do not overlap by chance.
const ENOUGH_ROWS: usize = 3;

/// The number of edges of which two do not cross by chance.
const ENOUGH_EDGES: usize = 6;

/// The maximum number of rectangles that are compared with each other.
const MAX_RECTANGLES: usize = 200;

/// The columns of a rectangle: its ends in one direction, and in the other one.
type Layout = [(usize, usize); 2];

/// Two corners, or both directions one after the other.
const LAYOUTS: [Layout; 2] = [[(0, 2), (1, 3)], [(0, 1), (2, 3)]];

/// The facts about repeated lines, most of them about the first two columns.
#[derive(Debug, Clone)]
pub(crate) struct RowFacts {
    /// No line occurs twice.
    pub(crate) is_distinct: bool,
    /// No value of the first column occurs twice.
    pub(crate) has_distinct_first: bool,
    /// The first column never decreases.
    pub(crate) is_sorted: bool,
    /// The greatest number of rows.
    count: usize,
    /// If the first two columns are the ends of intervals that do not overlap: whether no two of
    /// them touch.
    pub(crate) apart: Option<bool>,
    /// For each layout, whether the first four columns are rectangles that do not overlap; also if
    /// there are too many to tell.
    are_rectangles: [bool; LAYOUTS.len()],
    /// The first four columns are edges with the points where they end, two at each or more.
    pub(crate) are_segments: bool,
    /// Pairs of columns, by their places, of which the first never exceeds the second, and whether
    /// they are ever equal.
    pub(crate) ordered: BTreeMap<(usize, usize), bool>,
    pub(crate) has_loops: bool,
    /// Whether a pair occurs twice, in either order.
    pub(crate) has_twice: bool,
    /// The slots of possible numbers of vertices: both columns lie within 1 to the number, or
    /// within 0 to one less.
    pub(crate) vertices: BTreeSet<usize>,
    /// Whether some vertex has the number 0.
    pub(crate) has_zero: bool,
    /// The possible numbers of vertices, by slot, with which the graph is connected.
    pub(crate) is_connected: BTreeSet<usize>,
    /// Whether all neighbours of a vertex are neighbours of each other; also if there are too many
    /// edges to tell.
    are_cliques: bool,
    /// Whether there are several, and not only single edges: one alone may be so by chance.
    are_several: bool,
    /// The slots of points between which the edges do not cross if they are drawn as straight
    /// lines, with the least number of edges of a point.
    pub(crate) drawn_on: BTreeMap<usize, usize>,
}

impl RowFacts {
    /// Returns the facts about rows, given the numbers and the points before them.
    pub(crate) fn of(columns: &[Vec<i64>], values: &[Option<i64>], points: &Points) -> RowFacts {
        let (a, b) = (&columns[0], &columns[1]);
        let pairs = || a.iter().copied().zip(b.iter().copied());
        let both = || a.iter().chain(b).copied();
        let unordered: BTreeSet<(i64, i64)> = pairs().map(|(a, b)| (a.min(b), a.max(b))).collect();
        let (least, most) = (both().min().unwrap_or(1), both().max().unwrap_or(0));
        let count = a.len();
        let row = |row: usize| columns.iter().map(|column| column[row]).collect::<Vec<i64>>();
        let is_number_of_vertices =
            |value: i64| most <= value && (least >= 1 || (least == 0 && most < value));
        // The columns' own slots count as well, with the values of the last row.
        let vertices = those(values, is_number_of_vertices);
        let hangs = |slot: &usize| {
            values[*slot].is_some_and(|vertices| hang_together(vertices, pairs(), count))
        };
        let edges = || unordered.iter().filter(|_| count <= MAX_COMPARED);
        let neighbours = neighbours(edges().copied());
        let is_in_clique = |(a, b): &(i64, i64)| neighbours[a] == neighbours[b];
        let ordered = ordered(columns);
        let are_rectangles = |layout: Layout| {
            layout.iter().all(|pair| ordered.contains_key(pair)) && are_disjoint(columns, layout)
        };
        RowFacts {
            is_distinct: are_distinct((0..count).map(row)),
            has_distinct_first: are_distinct(a.iter()),
            is_sorted: a.is_sorted(),
            count,
            apart: apart(pairs().collect()),
            are_rectangles: LAYOUTS.map(are_rectangles),
            are_segments: are_segments(columns),
            ordered,
            has_loops: pairs().any(|(a, b)| a == b),
            has_twice: unordered.len() < count,
            is_connected: vertices.iter().copied().filter(hangs).collect(),
            drawn_on: if vertices.is_empty() { BTreeMap::new() } else { points.under(a, b) },
            vertices,
            has_zero: least == 0,
            are_cliques: edges().all(is_in_clique),
            are_several: neighbours.values().any(|near| near.len() > 2)
                && neighbours.values().any(|near| !near.contains(&b[0])),
        }
    }

    /// Returns the pairs of columns of which the first never exceeds the second, unless they are
    /// always equal, and whether they are ever equal.
    pub(crate) fn ordered(&self) -> impl Iterator<Item = ((usize, usize), bool)> {
        let pairs = self.ordered.iter().map(|(pair, is_ever_equal)| (*pair, *is_ever_equal));
        pairs.filter(|((lower, upper), _)| !self.ordered.contains_key(&(*upper, *lower)))
    }

    /// Returns whether the numbers of a row have nothing to do with each other, nor with those of
    /// other rows.
    pub(crate) fn are_free(&self) -> bool {
        !self.is_sorted && !self.are_segments() && self.ordered().next().is_none()
    }

    /// Returns whether rows are edges with the points where they end, two at each or more. Few are
    /// so by chance.
    pub(crate) fn are_segments(&self) -> bool {
        self.are_segments && self.count >= ENOUGH_EDGES
    }

    /// Returns whether no two intervals touch, if rows are some that do not overlap.
    pub(crate) fn apart(&self) -> Option<bool> {
        self.apart.filter(|_| self.count >= ENOUGH_ROWS)
    }

    /// Returns whether rows are rectangles of a layout, and do not overlap as far as seen.
    pub(crate) fn have_layout(&self, layout: Layout) -> bool {
        LAYOUTS.into_iter().zip(self.are_rectangles).any(|known| known == (layout, true))
    }

    /// Returns the columns of rectangles, if rows are rectangles that do not overlap.
    pub(crate) fn rectangles(&self) -> Option<Layout> {
        let mut all = LAYOUTS.into_iter().filter(|_| self.count >= ENOUGH_ROWS);
        all.find(|layout| self.have_layout(*layout))
    }

    /// Returns the slot of the points between which edges do not cross, and the least number of
    /// edges of a point. Few edges cross no other by chance.
    pub(crate) fn drawing(&self) -> Option<(usize, usize)> {
        let mut drawn_on = self.drawn_on.iter().filter(|_| self.count >= ENOUGH_EDGES);
        drawn_on.next().map(|(slot, least)| (*slot, *least))
    }

    /// Returns whether graphs consist of cliques.
    pub(crate) fn has_cliques(&self) -> bool {
        self.are_cliques && self.are_several
    }

    /// Keeps only what also holds for other rows.
    pub(crate) fn join(&mut self, other: &RowFacts) {
        self.is_distinct &= other.is_distinct;
        self.has_distinct_first &= other.has_distinct_first;
        self.is_sorted &= other.is_sorted;
        self.count = self.count.max(other.count);
        self.apart = self.apart.zip(other.apart).map(|(known, new)| known && new);
        for (known, new) in self.are_rectangles.iter_mut().zip(other.are_rectangles) {
            *known &= new;
        }
        self.are_segments &= other.are_segments;
        self.ordered.retain(|pair, _| other.ordered.contains_key(pair));
        for (pair, is_ever_equal) in &mut self.ordered {
            *is_ever_equal |= other.ordered[pair];
        }
        self.has_loops |= other.has_loops;
        self.has_twice |= other.has_twice;
        self.has_zero |= other.has_zero;
        self.are_cliques &= other.are_cliques;
        self.are_several |= other.are_several;
        self.vertices.retain(|slot| other.vertices.contains(slot));
        self.is_connected.retain(|slot| other.is_connected.contains(slot));
        self.drawn_on.retain(|slot, _| other.drawn_on.contains_key(slot));
        for (slot, least) in &mut self.drawn_on {
            *least = other.drawn_on[slot].min(*least);
        }
    }
}

/// Returns the neighbours of each vertex, itself among them.
fn neighbours(edges: impl Iterator<Item = (i64, i64)>) -> BTreeMap<i64, BTreeSet<i64>> {
    let mut found: BTreeMap<i64, BTreeSet<i64>> = BTreeMap::new();
    for (a, b) in edges {
        found.entry(a).or_default().extend([a, b]);
        found.entry(b).or_default().extend([a, b]);
    }
    found
}

/// Returns whether none of these occurs twice.
pub(crate) fn are_distinct<T: Ord>(all: impl ExactSizeIterator<Item = T>) -> bool {
    let count = all.len();
    count < 2 || all.collect::<BTreeSet<T>>().len() == count
}

/// Returns the pairs of columns, by their places, of which the first never exceeds the second, and
/// whether they are ever equal.
fn ordered(columns: &[Vec<i64>]) -> BTreeMap<(usize, usize), bool> {
    let mut found = BTreeMap::new();
    for (lower, a) in columns.iter().enumerate() {
        for (upper, b) in columns.iter().enumerate().filter(|(upper, _)| *upper != lower) {
            if a.iter().zip(b).all(|(a, b)| a <= b) {
                found.insert((lower, upper), a.iter().zip(b).any(|(a, b)| a == b));
            }
        }
    }
    found
}

/// Returns whether no two of these intervals touch; `None` if they are none, or overlap.
fn apart(mut intervals: Vec<(i64, i64)>) -> Option<bool> {
    intervals.sort_unstable();
    let ends = intervals.iter().flat_map(|(first, last)| [*first, *last]);
    ends.is_sorted().then(|| intervals.windows(2).all(|pair| pair[0].1 < pair[1].0))
}

/// Returns whether no two of these rectangles overlap; also if they are too many to tell.
fn are_disjoint(columns: &[Vec<i64>], layout: Layout) -> bool {
    let count = columns[0].len();
    let lie_apart = |one: usize, other: usize| {
        layout.iter().any(|&(lower, upper)| {
            columns[upper][one] <= columns[lower][other]
                || columns[upper][other] <= columns[lower][one]
        })
    };
    count > MAX_RECTANGLES || (0..count).all(|other| (0..other).all(|one| lie_apart(one, other)))
}

/// Returns whether the edges connect this many vertices; false if they are too few.
pub(crate) fn hang_together(
    count: i64,
    edges: impl Iterator<Item = (i64, i64)>,
    length: usize,
) -> bool {
    if count > length as i64 + 1 {
        return false;
    }
    let mut parents: BTreeMap<i64, i64> = BTreeMap::new();
    let mut left = count.saturating_sub(1);
    for (a, b) in edges {
        let (a, b) = (root(&mut parents, a), root(&mut parents, b));
        if a != b {
            parents.insert(a, b);
            left -= 1;
        }
    }
    left <= 0
}

fn root(parents: &mut BTreeMap<i64, i64>, mut vertex: i64) -> i64 {
    while let Some(&parent) = parents.get(&vertex) {
        // Path halving: later searches take half the steps.
        if let Some(&above) = parents.get(&parent) {
            parents.insert(vertex, above);
        }
        vertex = parent;
    }
    vertex
}
