//! Cases as columns of a table, one letter each: grouped by folder and in tens, with numbers above
//! them to find a letter, and in several bands if a line is too short for all.

use std::ops::Range;
use std::sync::Arc;

use crate::grid::{Cell, Grid, Row};
use crate::width::{shortened, width};

/// The number of cases between two gaps.
const TEN: usize = 10;

/// The maximum number of bands of columns; more cases than fit are only counted.
const MAX_BANDS: usize = 4;

/// The maximum number of lines of several bands together.
const MAX_LINES: usize = 400;

/// The cases of a run, as columns.
pub struct CaseColumns {
    groups: Vec<ColumnGroup>,
}

/// A group of consecutive cases in one folder.
pub struct ColumnGroup {
    /// The folder; empty for the case folder itself.
    pub name: String,
    /// The positions of its cases.
    pub cases: Range<usize>,
    /// The number of each case, as shown above its column.
    pub numbers: Vec<String>,
}

/// Some consecutive columns of a group.
#[derive(Clone)]
pub struct Segment {
    title: String,
    /// The positions of its cases.
    pub cases: Range<usize>,
    /// The numbers of the first case and of every tenth one after it, each above its column.
    numbers: String,
}

impl CaseColumns {
    /// Groups a sorted list of case names.
    pub fn of(cases: &[Arc<str>]) -> CaseColumns {
        let folder =
            |case: &str| case.rsplit_once('/').map_or("", |(folder, _)| folder).to_string();
        let mut first = 0;
        let groups = cases.chunk_by(|a, b| folder(a) == folder(b)).map(|group| {
            let cases = first..first + group.len();
            first = cases.end;
            ColumnGroup { name: folder(&group[0]), cases, numbers: numbers(group) }
        });
        CaseColumns { groups: groups.collect() }
    }

    /// Returns the groups, in order.
    pub fn groups(&self) -> &[ColumnGroup] {
        &self.groups
    }

    /// Returns one segment per group.
    pub fn whole(&self) -> Vec<Segment> {
        self.groups.iter().map(|group| group.segment(0..group.cases.len())).collect()
    }

    /// Divides the columns into bands of at most `room` columns; each segment takes two more as a
    /// separator. A group that fits into a band is not divided.
    fn bands(&self, room: usize) -> Vec<Vec<Segment>> {
        let mut bands: Vec<Vec<Segment>> = Vec::new();
        let mut left = 0;
        for group in &self.groups {
            let mut rest = 0..group.cases.len();
            while !rest.is_empty() {
                let whole = group.segment(rest.clone());
                let next = match whole.width() + 2 {
                    width if width <= left || width <= room => whole,
                    _ => {
                        let end = rest.end.min(rest.start + tens_within(left, room));
                        group.segment(rest.start..end)
                    }
                };
                rest.start += next.cases.len();
                if next.width() + 2 > left {
                    bands.push(Vec::new());
                    left = room;
                }
                left = left.saturating_sub(next.width() + 2);
                bands.last_mut().into_iter().for_each(|band| band.push(next.clone()));
            }
        }
        bands
    }
}

/// Returns how many letters, in whole tens, fit into the rest of a band, or else into a whole one.
fn tens_within(left: usize, room: usize) -> usize {
    let fitting = |room: usize| room.saturating_sub(1) / (TEN + 1) * TEN;
    [fitting(left), fitting(room)].into_iter().find(|&count| count > 0).unwrap_or(TEN)
}

impl ColumnGroup {
    /// Returns a segment of some of its columns, given by their positions in the group.
    fn segment(&self, of: Range<usize>) -> Segment {
        let mut numbers = String::new();
        for (at, number) in self.numbers[of.clone()].iter().enumerate().step_by(TEN) {
            let column = at + at / TEN;
            numbers += &" ".repeat(column.saturating_sub(numbers.len()));
            numbers += number;
        }
        let cases = self.cases.start + of.start..self.cases.start + of.end;
        Segment { title: self.name.clone(), cases, numbers }
    }
}

impl Segment {
    fn width(&self) -> usize {
        width(&self.title).max(in_tens(self.cases.len())).max(self.numbers.len())
    }
}

/// Returns the numbers of a group's cases: those that their names begin with if they increase, or
/// else their positions.
fn numbers(group: &[Arc<str>]) -> Vec<String> {
    let digits = |case: &Arc<str>| {
        let name = case.rsplit('/').next().unwrap_or_default();
        name[..name.find(|c: char| !c.is_ascii_digit()).unwrap_or(name.len())].to_string()
    };
    let named: Vec<String> = group.iter().map(digits).collect();
    let values: Option<Vec<u64>> = named.iter().map(|digits| digits.parse().ok()).collect();
    let is_increasing = values.is_some_and(|values| values.is_sorted_by(|a, b| a < b));
    if is_increasing && named.iter().all(|digits| digits.len() < TEN) {
        named
    } else {
        (1..=group.len()).map(|number| number.to_string()).collect()
    }
}

/// Returns the width of `count` letters in tens, separated by spaces.
pub fn in_tens(count: usize) -> usize {
    count + count.saturating_sub(1) / TEN
}

/// Returns the separator before the letter at a position.
pub fn gap_before(position: usize) -> &'static str {
    if position > 0 && position.is_multiple_of(TEN) { " " } else { "" }
}

/// Formats letters in tens.
pub fn tens(letters: impl Iterator<Item = char>) -> String {
    let mut text = String::new();
    for (position, letter) in letters.enumerate() {
        text += gap_before(position);
        text.push(letter);
    }
    text
}

/// A row of a table of letters: its name, or a heading.
pub enum BandRow {
    /// A heading.
    Heading(String),
    /// The name, and the number of the row, which is passed to `letters`.
    Named(String, usize),
}

/// Formats letters in bands, one below the other, each with the names of all rows and without a
/// blank line after the last; `None` if there are too many. `letters` returns the letters of a row
/// for some cases.
pub fn bands(
    columns: &CaseColumns,
    rows: &[BandRow],
    line: usize,
    letters: &dyn Fn(usize, Range<usize>) -> Cell,
) -> Option<String> {
    let names = rows.iter().map(|row| match row {
        BandRow::Heading(_) => 0,
        BandRow::Named(name, _) => width(name),
    });
    let names = names.max().unwrap_or(0).min(line / 3);
    let bands = columns.bands(line.saturating_sub(names + 2));
    if bands.len() > MAX_BANDS || (bands.len() > 1 && bands.len() * rows.len() > MAX_LINES) {
        return None;
    }
    let mut grids = Vec::new();
    for band in bands {
        let mut grid = Grid::default();
        grid.add_titles(&band);
        for row in rows {
            grid.rows.push(match row {
                BandRow::Heading(heading) => Row::Heading(heading.clone()),
                BandRow::Named(name, number) => {
                    let name = Cell::plain(shortened(name, names));
                    let letters = band.iter().map(|one| letters(*number, one.cases.clone()));
                    Row::Cells([name].into_iter().chain(letters).collect())
                }
            });
        }
        grids.push(grid.to_string());
    }
    Some(grids.join("\n"))
}

impl Grid {
    /// Sets the titles of letters, folders and numbers, after a column of names without a title.
    pub fn add_titles(&mut self, segments: &[Segment]) {
        let (mut names, mut numbers) = (vec![Cell::default()], vec![Cell::default()]);
        for segment in segments {
            names.push(Cell::plain(segment.title.clone()));
            numbers.push(Cell::plain(segment.numbers.clone()));
        }
        self.titles = vec![names, numbers];
    }
}

#[cfg(test)]
mod tests;
