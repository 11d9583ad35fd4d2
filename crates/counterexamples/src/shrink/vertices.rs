//! Numbered things that are referred to, such as the vertices of a graph: they are removed together
//! with the lines that refer to them and with their own data, or merged with a neighbour. The
//! remaining vertices are renumbered, and counts of lines are adjusted.

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use referee_generators::Removable;

use super::blocks::{Block, Count, Found};
use super::list::{list, removed};
use crate::text::{Edit, Text};

/// The maximum number of vertices.
const MAX_VERTICES: usize = 1 << 20;

/// Returns the vertex lists that a region may have.
pub(super) fn views(text: &Arc<Text>, found: &Found) -> Vec<Box<dyn Removable>> {
    let mut views: Vec<Box<dyn Removable>> = Vec::new();
    let mut columns = Columns { text, known: BTreeMap::new() };
    for &count in found.counts.iter().filter(|count| (2..MAX_VERTICES).contains(&count.value)) {
        for base in [1, 0] {
            let Some(numbering) = Numbering::find(&mut columns, found, count, base) else {
                continue;
            };
            let has_more = numbering.edges.iter().any(|edges| edges.columns.len() > 2);
            let mut first_two = numbering.clone();
            first_two.edges.iter_mut().for_each(|edges| edges.columns.truncate(2));
            let kinds = if has_more { vec![numbering, first_two] } else { vec![numbering] };
            for (kind, is_merging) in kinds.iter().flat_map(|kind| [(kind, false), (kind, true)]) {
                let (text, numbering) = (Arc::clone(text), kind.clone());
                let write = move |kept: &[usize]| {
                    Vertices { text: &text, numbering: &numbering, kept, is_merging }.write()
                };
                views.push(list(count.value, write));
            }
        }
    }
    views
}

/// Lines that refer to vertices.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Edges {
    /// The token that counts the lines; none if the number of vertices counts them.
    count: Option<usize>,
    lines: Range<usize>,
    /// The columns that refer to vertices.
    columns: Vec<usize>,
}

/// Where vertices are referred to.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Numbering {
    count: Count,
    base: i64,
    edges: Vec<Edges>,
    /// The lines of the vertices themselves, in order.
    own_lines: Range<usize>,
    /// Lines with a token for each vertex.
    own_tokens: Vec<usize>,
    /// Single tokens that refer to vertices.
    single: Vec<usize>,
}

impl Numbering {
    /// Finds what may refer to the vertices; `None` if nothing does.
    fn find(
        columns: &mut Columns<'_>,
        found: &Found,
        count: Count,
        base: i64,
    ) -> Option<Numbering> {
        let (text, last) = (columns.text, base + count.value as i64 - 1);
        let is_vertex =
            |token: usize| text.number(token).is_some_and(|value| (base..=last).contains(&value));
        let mut edges: Vec<Edges> = Vec::new();
        let mut own_lines = 0..0;
        let after = found.blocks.iter().filter(|block| block.lines().start > count.line);
        let mut blocks: Vec<&Block> = after.collect();
        // An early count explains more than a late one, which may itself be an edge, and a separate
        // count explains more than the number of vertices.
        blocks.sort_by_key(|block| (block.count.line, block.count == count));
        for block in blocks {
            let lines = block.lines();
            let is_free =
                |edges: &Edges| edges.lines.end <= lines.start || lines.end <= edges.lines.start;
            if !block.parts.are_lines() || !edges.iter().all(is_free) {
                continue;
            }
            let ranges = columns.of(&lines).iter().enumerate();
            let refers =
                |range: &Extent| range.is_some_and(|(least, most)| base <= least && most <= last);
            let columns: Vec<usize> =
                ranges.filter(|(_, range)| refers(range)).map(|(column, _)| column).collect();
            let is_counted = block.count.token != count.token;
            if block.excess == 0 && !is_counted && columns.len() < 2 {
                own_lines = lines;
            } else if !columns.is_empty() {
                let count = is_counted.then_some(block.count.token);
                edges.push(Edges { count, lines, columns });
            }
        }
        let is_taken = |line: usize| {
            own_lines.contains(&line) || edges.iter().any(|edges| edges.lines.contains(&line))
        };
        let rest = (count.line + 1..found.region.end).filter(|&line| !is_taken(line));
        let (own_tokens, others): (Vec<usize>, Vec<usize>) =
            rest.partition(|&line| text.line(line).len() == count.value);
        let single = others.into_iter().map(|line| text.line(line));
        let single: Vec<usize> =
            single.filter(|line| line.clone().all(is_vertex)).flatten().collect();
        let is_used = !edges.is_empty() || !single.is_empty();
        is_used.then_some(Numbering { count, base, edges, own_lines, own_tokens, single })
    }
}

/// The least and the greatest number in a column; none if not all tokens are numbers.
type Extent = Option<(i64, i64)>;

/// The columns of lines, cached, since several counts are compared with them.
struct Columns<'a> {
    text: &'a Text,
    known: BTreeMap<(usize, usize), Vec<Extent>>,
}

impl Columns<'_> {
    /// Returns the extents of the columns that all of these lines have.
    fn of(&mut self, lines: &Range<usize>) -> &[Extent] {
        let text = self.text;
        self.known.entry((lines.start, lines.end)).or_insert_with(|| {
            let width = lines.clone().map(|line| text.line(line).len()).min().unwrap_or(0);
            let range = |column: usize| {
                let mut range = (i64::MAX, i64::MIN);
                for line in lines.clone() {
                    let value = text.number(text.line(line).start + column)?;
                    range = (range.0.min(value), range.1.max(value));
                }
                Some(range)
            };
            (0..width).map(range).collect()
        })
    }
}

/// A text of which some vertices are kept.
struct Vertices<'a> {
    text: &'a Text,
    numbering: &'a Numbering,
    /// The remaining vertices, counted from 0.
    kept: &'a [usize],
    /// Whether a removed vertex is merged with a neighbour.
    is_merging: bool,
}

impl Vertices<'_> {
    /// Returns the text; `None` if a single token refers to a vertex that is gone.
    fn write(&self) -> Option<Vec<u8>> {
        let (text, numbering, numbers) = (self.text, self.numbering, self.numbers());
        let mut edit = text.edit();
        edit.set_number(numbering.count.token, self.kept.len() as i64);
        for &token in &numbering.single {
            edit.set_number(token, self.renumbered(token, &numbers)?);
        }
        for vertex in removed(numbering.count.value, self.kept) {
            if let Some(line) = numbering.own_lines.clone().nth(vertex) {
                edit.remove_line(line);
            }
            for &line in &numbering.own_tokens {
                edit.remove_token(text.line(line).start + vertex);
            }
        }
        numbering.edges.iter().for_each(|edges| self.renumber(&mut edit, edges, &numbers));
        Some(edit.write())
    }

    /// Returns the new number of each vertex; none for a removed vertex without a replacement.
    fn numbers(&self) -> Vec<Option<i64>> {
        let mut numbers = vec![None; self.numbering.count.value];
        for (number, &vertex) in self.kept.iter().enumerate() {
            numbers[vertex] = Some(self.numbering.base + number as i64);
        }
        if !self.is_merging {
            return numbers;
        }
        // A merged vertex may have only merged neighbours. A few rounds reach a kept vertex on all
        // but long paths, which chunks shorten from one end at a time.
        for _ in 0..4 {
            for edges in &self.numbering.edges {
                for line in edges.lines.clone() {
                    let [left, right] = [0, 1].map(|end| {
                        let column = edges.columns.get(end)?;
                        self.vertex(self.text.line(line).start + column)
                    });
                    let (Some(left), Some(right)) = (left, right) else { continue };
                    numbers[left] = numbers[left].or(numbers[right]);
                    numbers[right] = numbers[right].or(numbers[left]);
                }
            }
        }
        numbers
    }

    /// Returns the vertex that a token refers to, counted from 0.
    fn vertex(&self, token: usize) -> Option<usize> {
        usize::try_from(self.text.number(token)? - self.numbering.base).ok()
    }

    fn renumbered(&self, token: usize, numbers: &[Option<i64>]) -> Option<i64> {
        *numbers.get(self.vertex(token)?)?
    }

    /// Renumbers lines. Removes those that refer to a removed vertex and, when merging, new loops
    /// and duplicates.
    fn renumber(&self, edit: &mut Edit<'_>, edges: &Edges, numbers: &[Option<i64>]) {
        let mut seen = HashSet::new();
        let mut removed = 0;
        for line in edges.lines.clone() {
            let first = self.text.line(line).start;
            let tokens = || edges.columns.iter().map(|column| first + column);
            let new: Option<Vec<i64>> =
                tokens().map(|token| self.renumbered(token, numbers)).collect();
            let is_loop = |new: &[i64]| {
                let before = tokens().map(|token| self.vertex(token)).collect::<Vec<_>>();
                new.len() > 1 && new[0] == new[1] && before[0] != before[1]
            };
            match new.filter(|new| !self.is_merging || (!is_loop(new) && seen.insert(new.clone())))
            {
                Some(new) => {
                    tokens().zip(new).for_each(|(token, number)| edit.set_number(token, number))
                }
                None => {
                    edit.remove_line(line);
                    removed += 1;
                }
            }
        }
        if let Some(count) = edges.count
            && let Some(value) = self.text.number(count)
        {
            edit.set_number(count, value - removed);
        }
    }
}
