//! Guesses which numbers of a text are counts, and of what. The text does not reveal its grammar,
//! so every guess that fits is made: a wrong one leads to invalid candidates, which cost time and
//! nothing else.
//!
//! Two kinds are guessed. Blocks are lines that follow a line with their number; several blocks may
//! follow each other, each with its own number, a block may have one line more or less than its
//! number, and an item may take several lines. Groups, such as test cases, are runs of lines whose
//! sizes follow from numbers in their first lines. Groups are searched for blocks in turn.

use std::cell::Cell;
use std::collections::{BTreeSet, VecDeque};
use std::ops::Range;

use crate::text::Text;

/// The maximum number of lines of a region, and of numbers on a line, that are tried as counts.
const MAX_HEADERS: usize = 32;
const MAX_COUNTS: usize = 4;

/// The maximum number of regions searched, and of groups whose sizes are computed, which bounds the
/// time for large texts.
const MAX_REGIONS: usize = 64;
const MAX_GROUPS: usize = 1 << 20;

/// Lines that belong together: the whole text or a group.
pub(super) type Region = Range<usize>;

/// A number that may be a count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Count {
    pub(super) token: usize,
    pub(super) value: usize,
    pub(super) line: usize,
}

/// Consecutive parts of one or more lines each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) count: Count,
    /// The number of parts minus the count: 0, 1 or -1.
    pub(super) excess: i64,
    pub(super) parts: Parts,
}

impl Block {
    pub(super) fn lines(&self) -> Range<usize> {
        self.parts.get(0).start..self.parts.get(self.parts.len() - 1).end
    }
}

/// The lines of the parts of a block. Those of a large text have many guesses of nearly as many
/// parts as lines, so most are not listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Parts {
    /// This many parts, from a line on, of so many lines each.
    Equal { start: usize, size: usize, count: usize },
    /// Parts of different sizes.
    Listed(Vec<Range<usize>>),
}

impl Parts {
    fn of(list: Vec<Range<usize>>) -> Parts {
        match &list[..] {
            [first, rest @ ..] if rest.iter().all(|part| part.len() == first.len()) => {
                Parts::Equal { start: first.start, size: first.len(), count: list.len() }
            }
            _ => Parts::Listed(list),
        }
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Parts::Equal { count, .. } => *count,
            Parts::Listed(list) => list.len(),
        }
    }

    pub(super) fn get(&self, index: usize) -> Range<usize> {
        match self {
            Parts::Equal { start, size, .. } => start + index * size..start + (index + 1) * size,
            Parts::Listed(list) => list[index].clone(),
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Range<usize>> {
        (0..self.len()).map(|index| self.get(index))
    }

    /// Returns whether each part is a single line.
    pub(super) fn are_lines(&self) -> bool {
        matches!(self, Parts::Equal { size: 1, .. })
    }
}

/// The guesses for a region.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) region: Region,
    pub(super) counts: Vec<Count>,
    pub(super) blocks: Vec<Block>,
}

/// Finds counts and blocks of a text, in large regions first.
pub(super) fn find(text: &Text) -> Vec<Found> {
    let finder = Finder::new(text);
    let mut regions = VecDeque::new();
    regions.push_back(0..text.lines());
    let mut found = Vec::new();
    while let Some(region) = regions.pop_front() {
        let here = finder.search(region);
        for block in &here.blocks {
            if block.parts.are_lines() {
                continue;
            }
            let groups = block.parts.iter().filter(|part| part.len() > 1 && *part != here.region);
            let room = MAX_REGIONS.saturating_sub(found.len() + regions.len());
            regions.extend(groups.take(room));
        }
        found.push(here);
    }
    found
}

struct Finder<'a> {
    text: &'a Text,
    /// For each line, the next line with another number of tokens.
    run_ends: Vec<usize>,
    /// How many more group sizes may be computed.
    groups_left: Cell<usize>,
}

impl<'a> Finder<'a> {
    fn new(text: &'a Text) -> Finder<'a> {
        let mut run_ends = vec![text.lines(); text.lines()];
        for line in (1..text.lines()).rev() {
            let is_same = text.line(line - 1).len() == text.line(line).len();
            run_ends[line - 1] = if is_same { run_ends[line] } else { line };
        }
        Finder { text, run_ends, groups_left: Cell::new(MAX_GROUPS) }
    }

    /// Searches the first lines of a region, and those that follow a block.
    fn search(&self, region: Region) -> Found {
        let mut found = Found { region: region.clone(), ..Found::default() };
        let mut headers: BTreeSet<usize> =
            (region.start..region.end.min(region.start + 3)).collect();
        for _ in 0..MAX_HEADERS {
            let Some(header) = headers.pop_first() else { break };
            // What a number counts may come after the blocks of other numbers on its line.
            let mut starts = vec![header + 1, header + 2];
            for count in self.counts(header) {
                found.counts.push(count);
                let mut blocks = self.groups(count, &region);
                for &start in &starts {
                    blocks.extend(self.blocks(count, start, &region));
                }
                for block in blocks {
                    let end = block.lines().end;
                    starts.push(end);
                    if end < region.end && end > header {
                        headers.insert(end);
                    }
                    if !found.blocks.contains(&block) {
                        found.blocks.push(block);
                    }
                }
                starts.sort_unstable();
                starts.dedup();
                starts.truncate(MAX_COUNTS * 2);
            }
        }
        found
    }

    fn counts(&self, line: usize) -> impl Iterator<Item = Count> {
        let tokens = self.text.line(line).take(MAX_COUNTS);
        tokens.filter_map(move |token| {
            let value =
                usize::try_from(self.text.number(token)?).ok().filter(|value| *value > 0)?;
            Some(Count { token, value, line })
        })
    }

    /// Returns the blocks from a line on that a count may count.
    fn blocks(&self, count: Count, start: usize, region: &Region) -> Vec<Block> {
        if start >= region.end {
            return Vec::new();
        }
        let left = region.end - start;
        let with_excess = |excess: i64| {
            let parts = count.value.checked_add_signed(excess as isize)?;
            let run = self.run_ends[start].min(region.end) - start;
            let size = match parts {
                0 => return None,
                // Only the end of the region shows how many lines each of several parts takes.
                _ if left.is_multiple_of(parts) && (excess == 0 || left == parts) => left / parts,
                // Parts of one line each may end anywhere, but then the count must be exact.
                _ if parts == run || (excess == 0 && parts < run) => 1,
                _ => return None,
            };
            Some(Block { count, excess, parts: Parts::Equal { start, size, count: parts } })
        };
        [0, -1, 1].into_iter().filter_map(with_excess).collect()
    }

    /// Returns the groups that fill the rest of the region, if their sizes follow from numbers in
    /// their first lines.
    fn groups(&self, count: Count, region: &Region) -> Vec<Block> {
        let start = count.line + 1;
        if count.value < 2 || count.value > region.end.saturating_sub(start) {
            return Vec::new();
        }
        let forms = (1..8).flat_map(|numbers| (-1..=3).map(move |more| (numbers, more)));
        let parts = forms.filter_map(|(numbers, more)| {
            let mut at = start;
            let mut parts = Vec::new();
            for _ in 0..count.value {
                self.groups_left.set(self.groups_left.get().checked_sub(1)?);
                let end = at.checked_add(self.group_size(at, numbers, more)?)?;
                if end > region.end || end <= at {
                    return None;
                }
                parts.push(at..end);
                at = end;
            }
            (at == region.end).then(|| Block { count, excess: 0, parts: Parts::of(parts) })
        });
        parts.collect()
    }

    /// Returns the number of lines of a group: 1, plus `more`, plus the sum of some of the first
    /// three numbers of its first line, selected by the bits of `numbers`.
    fn group_size(&self, line: usize, numbers: u32, more: i64) -> Option<usize> {
        if line >= self.text.lines() {
            return None;
        }
        let mut size = 1 + more;
        for (place, token) in self.text.line(line).take(3).enumerate() {
            if numbers & (1 << place) != 0 {
                size = size.checked_add(self.text.number(token)?)?;
            }
        }
        usize::try_from(size).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_equal_sizes_are_not_listed() {
        let line = |at: usize| format!("1 {} {}\n", at * 37 % 5_000 + 1, at * 91 % 5_000 + 1);
        let lines: String = (1..=5_000).map(line).collect();
        let found = find(&Text::new(lines.into()));
        let blocks = || found.iter().flat_map(|here| &here.blocks);
        assert!(blocks().map(|block| block.parts.len()).sum::<usize>() > 100_000);
        assert!(blocks().all(|block| matches!(block.parts, Parts::Equal { .. })));
    }

    #[test]
    fn parts_are_the_same_however_they_are_kept() {
        let equal = Parts::of(vec![3..5, 5..7, 7..9]);
        assert_eq!(equal, Parts::Equal { start: 3, size: 2, count: 3 });
        assert_eq!(equal.iter().collect::<Vec<_>>(), [3..5, 5..7, 7..9]);
        let listed = Parts::of(vec![3..5, 5..6]);
        assert_eq!(listed.iter().collect::<Vec<_>>(), [3..5, 5..6]);
        assert!(
            !equal.are_lines() && !listed.are_lines() && Parts::of(vec![1..2, 2..3]).are_lines()
        );
    }
}
