//! The table of `--details cases`: a row for each case, with the submissions that fail it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use referee_display::columns::CaseColumns;
use referee_display::paint::{self, LABEL, painted};
use referee_display::table::{self, ResultRows};
use referee_display::width::{padded, shortened, width};
use referee_display::wrap::wrapped_after;
use referee_events::{Reason, Started};

/// Longer case names are shortened.
const MAX_NAME: usize = 40;

/// Formats a row for each case: how many submissions passed of those run on it, and the names of
/// those that failed, by letter.
pub(super) fn table(started: &Started, rows: &ResultRows, line: usize) -> String {
    let columns = CaseColumns::of(&started.cases);
    let numbers =
        columns.groups().iter().flat_map(|group| &group.numbers).map(|number| width(number));
    let numbers = numbers.max().unwrap_or(0);
    let names = started.cases.iter().map(|case| width(short_name(case))).max().unwrap_or(0);
    let names = names.min(MAX_NAME).min(line / 3);
    let counts: Vec<String> = (0..started.cases.len()).map(|at| count(at, rows)).collect();
    let widest = counts.iter().map(|count| width(count)).max().unwrap_or(0).max("passed".len());
    let head = format!(
        "  {}  {}  {:widest$}  failed by",
        " ".repeat(numbers),
        " ".repeat(names),
        "passed"
    );
    let indent = head.len() - "failed by".len();
    let mut text = format!("{}\n", painted(LABEL, &head));
    for group in columns.groups() {
        if !group.name.is_empty() {
            let _ = writeln!(text, "  {}", group.name);
        }
        for (at, number) in group.cases.clone().zip(&group.numbers) {
            let name = padded(&shortened(short_name(&started.cases[at]), names), names);
            let start = format!("  {number:>numbers$}  {name}  {:widest$}", counts[at]);
            let failures = failures(started, rows, at);
            if failures.is_empty() {
                let _ = writeln!(text, "{}", start.trim_end());
                continue;
            }
            wrapped_after(&mut text, &start, indent, line, &failures);
        }
    }
    text
}

/// Returns the name of a case below its folder.
fn short_name(case: &str) -> &str {
    case.rsplit('/').next().unwrap_or(case)
}

/// Formats how many submissions passed the case at a position, of those run on it.
fn count(at: usize, rows: &ResultRows) -> String {
    let reasons = rows.values().filter_map(|row| *row.get(at)?);
    let (mut passed, mut run) = (0, 0);
    for reason in reasons.filter(|reason| *reason != Reason::Missing) {
        run += 1;
        passed += usize::from(reason == Reason::Proved);
    }
    if run == 0 { "-".into() } else { format!("{passed} of {run}") }
}

/// Lists the submissions that fail a case, by the letters of their verdicts.
fn failures(started: &Started, rows: &ResultRows, at: usize) -> String {
    let mut by_letter: BTreeMap<char, (Reason, Vec<&Arc<str>>)> = BTreeMap::new();
    for name in &started.contestants {
        let reason = rows.get(name).and_then(|row| *row.get(at)?);
        if let Some(reason) = reason.filter(|reason| *reason != Reason::Proved) {
            let letter = table::letter(reason);
            by_letter.entry(letter).or_insert((reason, Vec::new())).1.push(name);
        }
    }
    let lists = by_letter.into_iter().map(|(letter, (reason, names))| {
        let letter = painted(paint::of(reason.verdict()), &letter.to_string());
        let names: Vec<&str> = names.into_iter().map(|name| &**name).collect();
        format!("{letter} {}", names.join(", "))
    });
    lists.collect::<Vec<_>>().join("; ")
}
