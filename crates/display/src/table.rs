//! The table of outputs: a row per contestant, and a letter per case.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::ops::Range;
use std::sync::Arc;

use crate::columns::{self, BandRow, CaseColumns, Segment};
use crate::grid::{Cell, Grid, Row};
use crate::paint;
use referee_events::{Reason, Started};

/// The result of each case, by contestant, in the order of the columns; `None` for cases that were
/// not judged.
pub type ResultRows = HashMap<Arc<str>, Vec<Option<Reason>>>;

/// The reasons other than acceptance, with their words.
const REASONS: [(Reason, &str); 6] = [
    (Reason::Refuted, "wrong"),
    (Reason::Malformed, "malformed"),
    (Reason::NotText, "not text"),
    (Reason::Empty, "empty"),
    (Reason::Missing, "missing"),
    (Reason::JudgeError, "not judged"),
];

/// Formats the table of a run: a row per contestant. If a line is too short for counts and letters
/// side by side, the counts come first and the letters below, if there are not too many.
pub fn table(started: &Started, rows: &ResultRows, line: usize) -> String {
    let columns = CaseColumns::of(&started.cases);
    let whole = grid(started, rows, &columns.whole());
    if whole.width() <= line {
        return whole.to_string();
    }
    let mut counts = grid(started, rows, &[]);
    counts.fit(line, &[]);
    let names = started.contestants.iter().zip(0..);
    let names: Vec<_> = names.map(|(name, at)| BandRow::Named(name.to_string(), at)).collect();
    let letters =
        |row: usize, cases: Range<usize>| letters_in(rows.get(&started.contestants[row]), cases);
    match columns::bands(&columns, &names, line, &letters) {
        Some(bands) => format!("{counts}\n{bands}"),
        None => counts.to_string(),
    }
}

/// Lays out the letters of these columns, if any, and the counts side by side.
fn grid(started: &Started, rows: &ResultRows, segments: &[Segment]) -> Grid {
    let mut grid = Grid::default();
    grid.add_titles(segments);
    grid.titles[0].extend(titles());
    for contestant in &started.contestants {
        let reasons = rows.get(contestant);
        let mut cells = vec![Cell::plain(contestant.to_string())];
        cells.extend(segments.iter().map(|one| letters_in(reasons, one.cases.clone())));
        cells.extend(counted(reasons));
        grid.rows.push(Row::Cells(cells));
    }
    grid
}

fn titles() -> impl Iterator<Item = Cell> {
    let words = ["accepted"].into_iter().chain(REASONS.map(|(_, word)| word));
    words.map(|word| Cell::plain(word.into()))
}

/// Returns the number of accepted outputs, and the numbers of others by reason.
fn counted(reasons: Option<&Vec<Option<Reason>>>) -> impl Iterator<Item = Cell> {
    let reasons = reasons.map_or(&[][..], Vec::as_slice);
    let accepted = Cell::plain(format!("{} of {}", count(reasons, Reason::Proved), reasons.len()));
    let others = REASONS.iter().map(move |&(reason, _)| match count(reasons, reason) {
        0 => Cell::default(),
        count => Cell::painted(paint::of(reason.verdict()), &count.to_string()),
    });
    [accepted].into_iter().chain(others)
}

fn count(reasons: &[Option<Reason>], wanted: Reason) -> usize {
    reasons.iter().filter(|&&reason| reason == Some(wanted)).count()
}

/// Returns the letters of some cases of a row, given by position; without a row, those of cases
/// that were not run.
pub fn letters_in(row: Option<&Vec<Option<Reason>>>, cases: Range<usize>) -> Cell {
    match row.and_then(|row| row.get(cases.clone())) {
        Some(reasons) => letters_of(reasons),
        None => letters_of(&vec![None; cases.len()]),
    }
}

/// The letter of a missing output, or of a case that was not run.
pub const NOT_RUN: char = '-';

/// Returns the letter of a verdict.
pub fn letter(reason: Reason) -> char {
    match reason {
        Reason::Proved => 'A',
        Reason::Refuted => 'W',
        Reason::Malformed | Reason::NotText => 'P',
        Reason::Empty => 'N',
        Reason::Missing => NOT_RUN,
        Reason::TimeLimit => 'T',
        Reason::MemoryLimit => 'M',
        Reason::OutputLimit => 'O',
        Reason::RunTimeError => 'R',
        Reason::CompileError => 'C',
        Reason::JudgeError => 'J',
    }
}

/// Formats the letters of outputs in tens, coloured.
fn letters_of(reasons: &[Option<Reason>]) -> Cell {
    let mut text = String::new();
    // One colour per run of equal letters: otherwise half of a long row would be escape sequences.
    let mut position = 0;
    for run in reasons.chunk_by(|a, b| a == b) {
        let paint = run[0].map_or(anstyle::Style::new(), |reason| paint::of(reason.verdict()));
        let _ = write!(text, "{paint}");
        for reason in run {
            text += columns::gap_before(position);
            text.push(reason.map_or(NOT_RUN, letter));
            position += 1;
        }
        let _ = write!(text, "{paint:#}");
    }
    Cell { text, width: columns::in_tens(reasons.len()) }
}
