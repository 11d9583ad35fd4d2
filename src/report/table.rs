//! The table of letters: a row per contestant, a letter per case, cases grouped by their folder.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Arc;

use super::paint::{self, BAD, GOOD, painted};
use crate::events::{Reason, Started};

/// The result of each case, by contestant, in the order of the columns; none where nothing was judged.
pub(super) type ResultRows = HashMap<Arc<str>, Vec<Option<Reason>>>;

/// Formats the table of a run: a row per contestant. Letters that do not fit into `width` are replaced by counts.
pub(super) fn table(started: &Started, rows: &ResultRows, width: usize) -> String {
    let mut text = String::new();
    let groups = groups(&started.cases);
    let names = started.contestants.iter().map(|name| name.chars().count()).max();
    let names = names.unwrap_or(0).clamp(8, 40);
    let letters: usize = groups.iter().map(|group| group.width() + 2).sum();
    let folded = 4 + names + letters > width;
    let widths: Vec<usize> = groups
        .iter()
        .map(|group| match folded {
            false => group.width(),
            true => format!("{0} of {0}", group.size).len().max(group.name.chars().count()),
        })
        .collect();
    if groups.iter().any(|group| !group.name.is_empty()) {
        let mut line = format!("  {:names$}  ", "");
        for (group, &width) in groups.iter().zip(&widths) {
            let _ = write!(line, "{:width$}  ", group.name);
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    for contestant in &started.contestants {
        let mut rest = rows.get(contestant).map_or(&[][..], Vec::as_slice);
        let end = summary(rest);
        let mut line = format!("  {:names$}  ", shortened(contestant, names));
        for (group, &width) in groups.iter().zip(&widths) {
            let (part, others) = rest.split_at(rest.len().min(group.size));
            rest = others;
            let (cells, shown) = if folded { counts(part) } else { letters_of(part) };
            let padding = " ".repeat(width.saturating_sub(shown) + 2);
            let _ = write!(line, "{cells}{padding}");
        }
        let _ = writeln!(text, "{line}{}", end.trim_end());
    }
    text
}

/// The letter of a missing output, or of a case that was not run.
pub(super) const NOT_RUN: char = '-';

/// Returns the letter of a verdict.
pub(super) fn letter(reason: Reason) -> char {
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

/// A group of consecutive cases in one folder.
pub(super) struct ColumnGroup {
    /// The folder; empty for the case folder itself.
    pub(super) name: String,
    /// The number of its cases.
    pub(super) size: usize,
}

/// Returns the groups of a sorted list of case names.
pub(super) fn groups(cases: &[Arc<str>]) -> Vec<ColumnGroup> {
    let mut groups: Vec<ColumnGroup> = Vec::new();
    for case in cases {
        let folder = case.rsplit_once('/').map_or("", |(folder, _)| folder);
        match groups.last_mut() {
            Some(group) if group.name == folder => group.size += 1,
            _ => groups.push(ColumnGroup { name: folder.to_string(), size: 1 }),
        }
    }
    groups
}

impl ColumnGroup {
    /// Returns the width of the group's column: its letters or its name, whichever is wider.
    pub(super) fn width(&self) -> usize {
        self.name.chars().count().max(tens(self.size))
    }
}

/// Returns the width of `count` letters in tens with a space between.
fn tens(count: usize) -> usize {
    count + count.saturating_sub(1) / 10
}

/// Formats the letters of outputs in tens, coloured; also returns their width.
pub(super) fn letters_of(reasons: &[Option<Reason>]) -> (String, usize) {
    let width = tens(reasons.len());
    let mut cells = String::new();
    // One colour for each run of equal letters: half of a long row would be escape sequences otherwise.
    let mut position = 0;
    for run in reasons.chunk_by(|a, b| a == b) {
        let paint = run[0].map_or(anstyle::Style::new(), |reason| paint::of(reason.verdict()));
        let _ = write!(cells, "{paint}");
        for reason in run {
            if position > 0 && position % 10 == 0 {
                cells.push(' ');
            }
            cells.push(reason.map_or(NOT_RUN, letter));
            position += 1;
        }
        let _ = write!(cells, "{paint:#}");
    }
    (cells, width)
}

/// Formats the number of accepted outputs; also returns its width.
fn counts(reasons: &[Option<Reason>]) -> (String, usize) {
    let accepted = reasons.iter().filter(|&&reason| reason == Some(Reason::Proved)).count();
    let text = format!("{accepted} of {}", reasons.len());
    let width = text.len();
    let paint = if accepted == reasons.len() { GOOD } else { BAD };
    (painted(paint, &text), width)
}

/// Formats the end of a row: the number of accepted outputs, and the reasons of the others.
fn summary(reasons: &[Option<Reason>]) -> String {
    let count = |wanted: Reason| reasons.iter().filter(|&&reason| reason == Some(wanted)).count();
    let mut parts = Vec::new();
    for (reason, word) in [
        (Reason::Refuted, "wrong"),
        (Reason::Malformed, "malformed"),
        (Reason::NotText, "not text"),
        (Reason::Empty, "empty"),
        (Reason::Missing, "missing"),
        (Reason::JudgeError, "not judged"),
    ] {
        match count(reason) {
            0 => {}
            count => parts.push(format!("{count} {word}")),
        }
    }
    format!("  {} of {}   {}", count(Reason::Proved), reasons.len(), parts.join(", "))
}

pub(super) fn shortened(name: &str, width: usize) -> String {
    let count = name.chars().count();
    if count <= width {
        return name.to_string();
    }
    let tail: String = name.chars().skip(count - (width - 3)).collect();
    format!("...{tail}")
}
