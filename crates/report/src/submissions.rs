//! The submissions table: a row for each submission, with a letter for each case and the expected
//! and actual results.

use std::ops::Range;

use referee_display::columns::{self, BandRow, CaseColumns};
use referee_display::grid::{Cell, Grid, Row};
use referee_display::paint::{self, BAD, GOOD, ODD};
use referee_display::table::{self, ResultRows};
use referee_display::width::{shortened, width};
use referee_events::points::Points;
use referee_events::scoring::Scores;
use referee_events::{ExpectationResult, Reason, Started, SubmissionResult, Verdict};
use referee_package::ExpectedVerdicts;
use referee_package::expected::{CRASHED, WRONG};

/// The columns of the table besides the names.
#[derive(Clone, Copy, PartialEq)]
enum Layout {
    /// A letter for each case, and all columns.
    Wide,
    /// A letter for each case, with submissions listed below their folder, which names the expected
    /// result.
    Grouped,
    /// Like `Grouped`, with a count for each group of cases instead of letters.
    Counted,
    /// Like `Grouped`, with one count of all cases.
    Summed,
}

struct Submissions<'a> {
    started: &'a Started,
    rows: &'a ResultRows,
    ends: &'a [SubmissionResult],
    columns: CaseColumns,
}

/// Formats the table in the first layout that fits the line. Letters that do not fit beside the
/// results go below them, unless there are too many.
pub(super) fn table(
    started: &Started,
    rows: &ResultRows,
    ends: &[SubmissionResult],
    line: usize,
) -> String {
    let columns = CaseColumns::of(&started.cases);
    let table = Submissions { started, rows, ends, columns };
    let wide = table.grid(Layout::Wide);
    if wide.width() + table.width_of_other_cases() <= line {
        return wide.to_string();
    }
    let grouped = table.grid(Layout::Grouped);
    if grouped.width() <= line {
        return grouped.to_string();
    }
    let counted = table.grid(Layout::Counted);
    let mut counts = if counted.width() <= line { counted } else { table.grid(Layout::Summed) };
    // Columns dropped from a narrow table. The points go last, as they matter most.
    let columns = counts.titles[0].len();
    counts.fit(line, &[columns - 4, columns - 3, columns - 2]);
    match table.bands(line) {
        Some(bands) => format!("{counts}\n{bands}"),
        None => counts.to_string(),
    }
}

impl Submissions<'_> {
    /// Returns how much wider the table could become with another name of the slowest case. Which
    /// case is slowest varies between runs, so the layout must not depend on it.
    fn width_of_other_cases(&self) -> usize {
        let named = self.ends.iter().filter_map(|end| end.slowest.as_ref());
        let named = named.map(|slowest| width(&slowest.case)).max();
        let longest = self.started.cases.iter().map(|case| width(case)).max();
        longest.zip(named).map_or(0, |(longest, named)| longest.saturating_sub(named))
    }

    /// Returns the submissions below the headings of their folders: for each, the heading, if it is
    /// the first below it, and its name.
    fn in_folders(&self) -> impl Iterator<Item = (Option<&str>, String, &SubmissionResult)> {
        let mut folder_before = "";
        self.ends.iter().map(move |end| {
            let (folder, name) = end.contestant.rsplit_once('/').unwrap_or(("", &end.contestant));
            let is_new = std::mem::replace(&mut folder_before, folder) != folder;
            let indent = if folder.is_empty() { "" } else { "  " };
            let heading = Some(folder).filter(|_| is_new && !folder.is_empty());
            (heading, format!("{indent}{name}"), end)
        })
    }

    fn grid(&self, layout: Layout) -> Grid {
        let mut grid = Grid::default();
        let groups = self.columns.groups().iter();
        // Names beside counts are shortened only as far as the line requires.
        let (mut of_cases, mut max_name): (fn(_, _) -> Cell, _) = (counted, usize::MAX);
        let mut columns: Vec<Range<usize>> =
            groups.clone().map(|group| group.cases.clone()).collect();
        match layout {
            Layout::Wide | Layout::Grouped => {
                grid.add_titles(&self.columns.whole());
                (of_cases, max_name) = (table::letters_in, MAX_NAME);
            }
            Layout::Counted => {
                let names = groups.map(|group| Cell::plain(group.name.clone()));
                grid.titles = vec![[Cell::default()].into_iter().chain(names).collect()];
            }
            Layout::Summed => {
                grid.titles = vec![vec![Cell::default(), Cell::plain("cases".into())]];
                let all = 0..self.started.cases.len();
                columns = vec![all];
            }
        }
        let has_scores = self.ends.iter().any(|end| matches!(end.scores, Scores::Package(_)));
        let points_title = if has_scores { "score" } else { "points" };
        let titles = [points_title, "slowest", "expected", "got", ""];
        grid.titles[0].extend(titles.map(|title| Cell::plain(title.into())));
        for (heading, mut name, end) in self.in_folders() {
            if layout == Layout::Wide {
                name = end.contestant.to_string();
            } else if let Some(folder) = heading {
                grid.rows.push(Row::Heading(folder.to_string()));
            }
            let row = self.rows.get(&end.contestant);
            let mut cells = vec![Cell::plain(shortened(&name, max_name))];
            cells.extend(columns.iter().map(|cases| of_cases(row, cases.clone())));
            let reasons = row.into_iter().flatten().map(|reason| reason.map(Reason::verdict));
            let judged = self.started.cases.iter().map(|case| &**case).zip(reasons);
            let other = other_failure(end, judged.filter_map(|(case, got)| Some((case, got?))));
            cells.extend(results(layout, end, other));
            grid.rows.push(Row::Cells(cells));
        }
        grid
    }

    /// Formats the letters that go below a table; `None` if there are too many.
    fn bands(&self, line: usize) -> Option<String> {
        let rows = self.in_folders().zip(0..).flat_map(|((heading, name, _), at)| {
            let heading = heading.map(|folder| BandRow::Heading(folder.to_string()));
            heading.into_iter().chain([BandRow::Named(name, at)])
        });
        let letters = |row: usize, cases: Range<usize>| {
            table::letters_in(self.rows.get(&self.ends[row].contestant), cases)
        };
        columns::bands(&self.columns, &rows.collect::<Vec<_>>(), line, &letters)
    }
}

fn results(layout: Layout, end: &SubmissionResult, other: Option<(&str, Verdict)>) -> [Cell; 5] {
    let slowest = end.slowest.as_ref().map_or(String::new(), |slowest| match layout {
        Layout::Wide => format!("{:.2} s {}", slowest.cpu_seconds, slowest.case),
        _ => format!("{:.2} s", slowest.cpu_seconds),
    });
    // The folder names the expected result, and `ok` marks that it occurred.
    let is_below_folder = layout != Layout::Wide && end.contestant.contains('/');
    let expected = end.expectation().filter(|_| !is_below_folder);
    let is_ok = end.met == ExpectationResult::AsExpected && end.expectation().is_some();
    let got = match end.verdict {
        _ if is_below_folder && is_ok => Cell::default(),
        Some(verdict) => Cell::painted(paint::of(verdict), words(verdict)),
        None => Cell::plain("-".into()),
    };
    [
        Cell::plain(points(end).unwrap_or_default()),
        Cell::plain(slowest),
        Cell::plain(expected.unwrap_or_default().into()),
        got,
        met(layout, end, other),
    ]
}

/// Longer names are shortened.
pub(super) const MAX_NAME: usize = 44;

/// Formats the points earned by a submission, or its score, if there are any.
pub fn points(end: &SubmissionResult) -> Option<String> {
    match &end.scores {
        Scores::None => None,
        Scores::Points(groups) => {
            let points: Points = groups.iter().map(|group| group.points).sum();
            let most: Points = groups.iter().map(|group| group.most_points).sum();
            Some(format!("{points} of {most}"))
        }
        // Scores are shown with at most two decimal places.
        Scores::Package(grades) => Some(((grades.whole.score * 100.0).round() / 100.0).to_string()),
    }
}

/// Formats how the result of a submission compares with the expected one, if any.
fn met(layout: Layout, end: &SubmissionResult, other: Option<(&str, Verdict)>) -> Cell {
    match end.met {
        ExpectationResult::AsExpected if end.expectation().is_some() => Cell::painted(GOOD, "ok"),
        ExpectationResult::NotPermitted if end.expected.is_some() => {
            let why = other.map_or(String::new(), |(case, verdict)| match layout {
                Layout::Wide => format!(": also {} on {case}", words(verdict)),
                _ => format!(": also {}", words(verdict)),
            });
            Cell::painted(BAD, &format!("NOT AS EXPECTED{why}"))
        }
        ExpectationResult::AsExpected | ExpectationResult::NotPermitted => Cell::default(),
        ExpectationResult::NotCaught if layout != Layout::Wide => Cell::painted(BAD, "NOT CAUGHT"),
        ExpectationResult::NotCaught => Cell::painted(BAD, "NOT CAUGHT by any case"),
        ExpectationResult::NotJudged => Cell::painted(ODD, "not judged"),
    }
}

/// Returns the first failure in another class than the verdict that the folder of the submission
/// does not permit. The verdict is that of the first failure, so another one may be the unexpected
/// one.
pub(super) fn other_failure<'a>(
    end: &SubmissionResult,
    judged: impl IntoIterator<Item = (&'a str, Verdict)>,
) -> Option<(&'a str, Verdict)> {
    let class = |verdict: Verdict| {
        [&WRONG[..], &CRASHED].into_iter().position(|class| class.contains(&verdict))
    };
    let is_alike = |a: Verdict, b: Verdict| a == b || class(a).is_some() && class(a) == class(b);
    let first = end.verdict?;
    let expected = end.expected.as_deref().and_then(ExpectedVerdicts::of_words);
    let rules = expected.as_ref().map_or(&[][..], ExpectedVerdicts::rules);
    let is_permitted = |verdict| rules.iter().any(|rule| rule.permitted.contains(&verdict));
    let is_other = |verdict| {
        !matches!(verdict, Verdict::Accepted | Verdict::JudgeError)
            && !is_alike(first, verdict)
            && !is_permitted(verdict)
    };
    judged.into_iter().find(|&(_, verdict)| is_other(verdict))
}

/// Returns a verdict in at most two words. With hyphens, they are keys of the texts for students.
pub fn words(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Accepted => "accepted",
        Verdict::WrongAnswer => "wrong answer",
        Verdict::Malformed => "malformed",
        Verdict::NoOutput => "no output",
        Verdict::TimeLimit => "time limit",
        Verdict::MemoryLimit => "memory limit",
        Verdict::OutputLimit => "output limit",
        Verdict::RunTimeError => "run-time error",
        Verdict::CompileError => "compile error",
        Verdict::JudgeError => "judge error",
    }
}

/// Formats the number of accepted cases of a group, even if the submission was stopped at its first
/// failure.
fn counted(row: Option<&Vec<Option<Reason>>>, cases: Range<usize>) -> Cell {
    let size = cases.len();
    let reasons = row.and_then(|row| row.get(cases)).unwrap_or_default();
    let run = reasons.iter().flatten().count();
    if run == 0 {
        return Cell::plain("-".into());
    }
    let accepted = reasons.iter().filter(|&&reason| reason == Some(Reason::Proved)).count();
    let text =
        if run == size { format!("{accepted} of {size}") } else { format!("{accepted} passed") };
    Cell::painted(if accepted == run { GOOD } else { BAD }, &text)
}

#[cfg(test)]
mod tests;
