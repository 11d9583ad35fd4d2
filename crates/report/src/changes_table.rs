//! The changes since an earlier run, for people: a sentence that counts them, other differences
//! between the runs, and a table with a row for each changed submission.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use super::changes::{Changes, ReasonChange, ResultChange, SubmissionChange};
use super::earlier::FinalResult;
use super::submissions::{self, MAX_NAME};
use referee_base::{listed, plural};
use referee_display::grid::{Cell, Grid, Row};
use referee_display::paint::{self, BAD, GOOD, ODD, painted};
use referee_display::table;
use referee_display::width::{self, shortened};
use referee_events::{ExpectationResult, Reason, Started};

/// The maximum number of names listed on a line; the rest is counted.
const LISTED_NAMES: usize = 3;

/// The maximum number of cases listed; the rest is counted.
const LISTED_CASES: usize = 20;

/// The maximum width of the name of a case.
const MAX_CASE: usize = 32;

/// Formats the changes in lines of at most `width` characters, if names are short enough.
pub(super) fn section(changes: &Changes, width: usize) -> String {
    let Some(started) = changes.started() else { return String::new() };
    let mut text = format!("against {}: {}\n", changes.earlier.file, sentence(changes, started));
    for note in notes(changes, started) {
        let _ = writeln!(text, "  {note}");
    }
    text.push('\n');
    if !changes.submissions.is_empty() {
        let _ = writeln!(text, "{}", submissions_table(&changes.submissions, width));
    }
    let on_cases = changes.submissions.iter().filter(|change| change.cases > 0).count();
    if on_cases > 1 {
        let _ = writeln!(text, "{}", cases_table(&changes.by_case, width));
    }
    text
}

pub(super) fn has_any(changes: &Changes) -> bool {
    let Changes { submissions, new, gone, new_cases, gone_cases, .. } = changes;
    !submissions.is_empty()
        || [new, gone, new_cases, gone_cases].into_iter().any(|names| !names.is_empty())
}

/// Returns the noun for a submission: without runs, it is a contestant.
pub(super) fn nouns(started: &Started) -> (&'static str, &'static str) {
    match started.runs {
        Some(_) => ("submission", "submissions"),
        None => ("contestant", "contestants"),
    }
}

/// Formats a sentence that counts the changes.
pub fn sentence(changes: &Changes, started: &Started) -> String {
    let (one, many) = nouns(started);
    if changes.compared == 0 {
        return format!("no {one} is in both runs");
    }
    if changes.submissions.is_empty() {
        return "nothing changed".into();
    }
    let of_all = plural(changes.compared, one, many);
    let mut text = format!("{} of {of_all} changed", changes.submissions.len());
    if changes.verdicts() > 0 {
        let _ = write!(text, ", {}", plural(changes.verdicts(), "verdict", "verdicts"));
    }
    let more_points = || changes.submissions.iter().filter_map(SubmissionChange::more_points);
    let more = more_points().filter(|&more| more > 0.0).count();
    let less = more_points().filter(|&more| more < 0.0).count();
    let earn = |count| if count == 1 { "earns" } else { "earn" };
    match (more, less) {
        (0, 0) => {}
        (more, 0) => text += &format!("; {more} {} more", earn(more)),
        (0, less) => text += &format!("; {less} {} less", earn(less)),
        (more, less) => text += &format!("; {more} {} more, {less} less", earn(more)),
    }
    text
}

/// Lists other differences between the two runs.
pub fn notes(changes: &Changes, started: &Started) -> Vec<String> {
    let earlier = &changes.earlier;
    let mut notes = Vec::new();
    if earlier.problem != started.problem {
        let (then, now) = (&earlier.problem, &started.problem);
        notes.push(format!("another problem: {then} then, {now} now"));
    }
    if earlier.options != started.options {
        let list = |options: &[String]| match options {
            [] => "none".to_string(),
            options => options.join(" "),
        };
        let (then, now) = (list(&earlier.options), list(&started.options));
        notes.push(format!("other options of the checker: {then} then, {now} now"));
    }
    match (earlier.limits, &started.runs) {
        (Some(then), Some(now)) => {
            if then.cpu_milliseconds != now.cpu_milliseconds {
                let seconds = |milliseconds: u64| milliseconds as f64 / 1000.0;
                let (then, now) = (seconds(then.cpu_milliseconds), seconds(now.cpu_milliseconds));
                notes.push(format!("another time limit: {then} s then, {now} s now"));
            }
            if then.memory_mib != now.memory_mib {
                let (then, now) = (then.memory_mib, now.memory_mib);
                notes.push(format!("another memory limit: {then} MiB then, {now} MiB now"));
            }
        }
        (None, None) => {}
        (then, _) => {
            let how = match then {
                Some(_) => "programs were run then, outputs are checked now",
                None => "outputs were checked then, programs are run now",
            };
            notes.push(format!("{how}: only verdicts on cases are compared"));
        }
    }
    for (names, (one, many), what) in [
        (&changes.new, nouns(started), "new"),
        (&changes.gone, nouns(started), "gone"),
        (&changes.new_cases, ("case", "cases"), "new"),
        (&changes.gone_cases, ("case", "cases"), "gone"),
    ] {
        if !names.is_empty() {
            let verb = if names.len() == 1 { "is" } else { "are" };
            let count = plural(names.len(), one, many);
            notes.push(format!("{count} {verb} {what}: {}", listed(names, LISTED_NAMES)));
        }
    }
    notes
}

/// Formats a row for each submission. Its changed cases go on the line below if there is no room
/// beside it.
fn submissions_table(changed: &[SubmissionChange], width: usize) -> String {
    let mut grid = results(changed, true);
    if grid.width() > width {
        grid = results(changed, false);
    }
    grid.fit(width, &[]);
    let room = width.saturating_sub(grid.width() + 2);
    let lists = |room| changed.iter().map(move |change| first_cases(change, room));
    let fit_beside = lists(room).flatten().all(|list| list.width <= room);
    if fit_beside {
        grid.titles[0].push(Cell::plain("changed".into()));
        for (row, list) in grid.rows.iter_mut().zip(lists(room)) {
            if let Row::Cells(cells) = row {
                cells.push(list.unwrap_or_default());
            }
        }
        return grid.to_string();
    }
    let lists = lists(width.saturating_sub(4));
    let rows = std::mem::take(&mut grid.rows).into_iter().zip(lists).flat_map(|(row, list)| {
        let below = list.map(|list| Row::Heading(format!("  {}", list.text)));
        [Some(row), below].into_iter().flatten()
    });
    grid.rows = rows.collect();
    grid.to_string()
}

/// Lays out the final results of submissions: how they compare with the expected ones, before and
/// now, or, for narrow terminals, only now.
fn results(changed: &[SubmissionChange], has_before: bool) -> Grid {
    let titles = ["", "before", "now", "outcome", "points", "accepted"];
    let rows = changed.iter().map(|change| {
        let mut cells = vec![Cell::plain(shortened(&change.name, MAX_NAME))];
        match change.ends {
            Some(ends) => {
                cells.extend([ends.before, ends.now].map(|end| verdict(&end)));
                let is_shown = change.is_expected && ends.before.met != ends.now.met;
                let before = if has_before { met(ends.before.met) + " -> " } else { String::new() };
                let outcome = is_shown.then(|| before + &met(ends.now.met));
                cells.push(Cell::coloured(outcome.unwrap_or_default()));
                cells.extend([points(ends), Cell::default()]);
            }
            None => {
                cells.extend([(); 4].map(|()| Cell::default()));
                let (before, now) = change.accepted;
                cells.push(Cell::plain(format!("{before} -> {now}")));
            }
        }
        Row::Cells(cells)
    });
    let titles = vec![titles.map(|title| Cell::plain(title.into())).into()];
    Grid { titles, rows: rows.collect() }
}

fn verdict(end: &FinalResult) -> Cell {
    match end.verdict {
        Some(verdict) => Cell::painted(paint::of(verdict), submissions::words(verdict)),
        None => Cell::painted(ODD, "not judged"),
    }
}

fn met(met: ExpectationResult) -> String {
    match met {
        ExpectationResult::AsExpected => painted(GOOD, "ok"),
        ExpectationResult::NotPermitted => painted(BAD, "NOT AS EXPECTED"),
        ExpectationResult::NotCaught => painted(BAD, "NOT CAUGHT"),
        ExpectationResult::NotJudged => painted(ODD, "not judged"),
    }
}

fn points(ends: ResultChange) -> Cell {
    let number = |points: Option<f64>| match points {
        // Scores are shown with at most two decimal places.
        Some(points) => format!("{}", (points * 100.0).round() / 100.0),
        None => "-".into(),
    };
    let (before, now) = (ends.before.points, ends.now.points);
    let text = format!("{} -> {}", number(before), number(now));
    match ends.more_points() {
        _ if before.or(now).is_none() => Cell::default(),
        Some(0.0) => Cell::plain(number(now)),
        Some(less) if less < 0.0 => Cell::painted(BAD, &text),
        Some(_) => Cell::painted(GOOD, &text),
        None => Cell::plain(text),
    }
}

/// Formats the first changed cases of a submission: as many as fit, but at least one; `None` if
/// there are none.
fn first_cases(change: &SubmissionChange, room: usize) -> Option<Cell> {
    let parts = change
        .first_cases
        .iter()
        .map(|(case, reasons)| format!("{} {}", shortened(case, MAX_CASE), letters(*reasons)));
    first_parts(parts.collect(), change.cases, room)
}

/// Formats the cases with the most changed verdicts.
fn cases_table(
    by_case: &BTreeMap<Arc<str>, BTreeMap<ReasonChange, usize>>,
    width: usize,
) -> String {
    let mut cases: Vec<_> = by_case.iter().collect();
    cases.sort_by_key(|(_, counts)| std::cmp::Reverse(counts.values().sum::<usize>()));
    let names = cases.iter().take(LISTED_CASES).map(|(case, _)| shortened(case, MAX_NAME));
    let names: Vec<String> = names.collect();
    let widest = names.iter().map(|name| width::width(name)).max().unwrap_or(0);
    let rows = cases.iter().zip(names).map(|((_, counts), name)| {
        let mut counts: Vec<_> = counts.iter().collect();
        counts.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        let parts: Vec<String> =
            counts.iter().map(|(change, count)| format!("{count} {}", letters(**change))).collect();
        let (kinds, room) = (parts.len(), width.saturating_sub(widest + 4));
        let counts = first_parts(parts, kinds, room).unwrap_or_default();
        Row::Cells(vec![Cell::plain(name), counts])
    });
    let titles = vec![["case", "changed"].map(|title| Cell::plain(title.into())).into()];
    let mut grid = Grid { titles, rows: rows.collect() };
    if cases.len() > LISTED_CASES {
        let more = plural(cases.len() - LISTED_CASES, "more case", "more cases");
        grid.rows.push(Row::Heading(format!("and {more}")));
    }
    grid.to_string()
}

/// Formats the first parts of a list of `count`: as many as fit, but at least one. The others are
/// counted.
fn first_parts(mut parts: Vec<String>, count: usize, room: usize) -> Option<Cell> {
    loop {
        let shown = parts.len();
        let list = parts.join(", ");
        let cell = Cell::coloured(match count - shown {
            0 => list,
            more => format!("{list} and {more} more"),
        });
        match shown {
            0 => return None,
            1 => return Some(cell),
            _ if cell.width <= room => return Some(cell),
            _ => drop(parts.pop()),
        }
    }
}

fn letters(change: ReasonChange) -> String {
    let letter =
        |reason: Reason| painted(paint::of(reason.verdict()), &table::letter(reason).to_string());
    format!("{} -> {}", letter(change.before), letter(change.now))
}
