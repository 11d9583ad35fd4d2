//! Letters in columns: a row per contestant, a letter per case, cases grouped by their folder.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Arc;

use super::paint::{self, BAD, GOOD, painted};
use crate::events::{Reason, Started};

/// What came of each case, by contestant, in the order of the columns; none where nothing was judged.
pub(super) type Rows = HashMap<Arc<str>, Vec<Option<Reason>>>;

/// The table of a run: a row per contestant. Where letters do not fit into `width`, they are counted.
pub(super) fn table(started: &Started, rows: &Rows, width: usize) -> String {
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

/// What stands for an output that is not there, or a run that was not made.
const NOT_RUN: char = '-';

/// The letter of a verdict.
fn letter(reason: Reason) -> char {
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

/// A run of cases in one folder.
pub(super) struct Group {
    /// The folder, empty for the case folder itself.
    pub(super) name: String,
    /// How many cases are in it.
    pub(super) size: usize,
}

/// The groups of a sorted list of case names.
pub(super) fn groups(cases: &[Arc<str>]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for case in cases {
        let folder = case.rsplit_once('/').map_or("", |(folder, _)| folder);
        match groups.last_mut() {
            Some(group) if group.name == folder => group.size += 1,
            _ => groups.push(Group { name: folder.to_string(), size: 1 }),
        }
    }
    groups
}

impl Group {
    /// The width of the group's column: its letters or its name, whichever is wider.
    pub(super) fn width(&self) -> usize {
        self.name.chars().count().max(tens(self.size))
    }
}

/// The width of so many letters in tens with a space between.
fn tens(count: usize) -> usize {
    count + count.saturating_sub(1) / 10
}

/// The letters of some outputs in tens, coloured, and how wide they are.
pub(super) fn letters_of(reasons: &[Option<Reason>]) -> (String, usize) {
    let width = tens(reasons.len());
    let mut cells = String::new();
    // One colour for each run of equal letters: half of a long row would be escapes otherwise.
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

/// How many of some outputs are accepted, and how wide that is.
fn counts(reasons: &[Option<Reason>]) -> (String, usize) {
    let accepted = reasons.iter().filter(|&&reason| reason == Some(Reason::Proved)).count();
    let text = format!("{accepted} of {}", reasons.len());
    let width = text.len();
    let paint = if accepted == reasons.len() { GOOD } else { BAD };
    (painted(paint, &text), width)
}

/// The end of a row: how many are accepted, and what kept the others from it.
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
