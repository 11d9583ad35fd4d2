//! The submissions table: a row per submission, a letter per case, the expected and the actual result.

use std::sync::Arc;

use super::grid::{Cell, Grid, Row};
use super::paint::{self, BAD, GOOD, ODD, painted};
use super::table::{self, ResultRows};
use crate::events::{ExpectationResult, Reason, Started, SubmissionResult, Verdict};
use crate::points::Points;
use crate::scoring::Scores;

/// The layout of the table.
#[derive(Clone, Copy, PartialEq)]
enum Layout {
    /// A letter for each case, and all columns.
    Wide,
    /// A letter for each case; the submissions are listed below their folder, which names the expected result.
    Grouped,
    /// Counts instead of letters, and all columns.
    Counted,
}

/// Formats the table, in the first layout that fits into `width`.
pub(super) fn table(
    started: &Started,
    rows: &ResultRows,
    ends: &[SubmissionResult],
    width: usize,
) -> String {
    let wide = grid(Layout::Wide, started, rows, ends);
    // Which case is slowest varies from run to run, so the layout must not depend on the length of its name.
    let characters = |case: &Arc<str>| case.chars().count();
    let named = ends.iter().filter_map(|end| end.slowest.as_ref());
    let named = named.map(|slowest| characters(&slowest.case)).max();
    let longest = started.cases.iter().map(characters).max();
    let more = longest.zip(named).map_or(0, |(longest, named)| longest.saturating_sub(named));
    if wide.width() + more <= width {
        return wide.to_string();
    }
    let grouped = grid(Layout::Grouped, started, rows, ends);
    match grouped.width() <= width {
        true => grouped.to_string(),
        false => grid(Layout::Counted, started, rows, ends).to_string(),
    }
}

fn grid(layout: Layout, started: &Started, rows: &ResultRows, ends: &[SubmissionResult]) -> Grid {
    let groups = table::groups(&started.cases);
    let mut grid = Grid::default();
    let mut titles = vec![Cell::default()];
    titles.extend(groups.iter().map(|group| Cell::plain(group.name.clone())));
    let has_scores = ends.iter().any(|end| matches!(end.scores, Scores::Package(_)));
    let points_title = if has_scores { "score" } else { "points" };
    let columns = [points_title, "slowest", "expected", "got"];
    titles.extend(columns.map(|title| Cell::plain(title.into())));
    grid.titles = titles;
    let mut folder_before = None;
    for end in ends {
        let (folder, name) = match (layout, end.contestant.rsplit_once('/')) {
            (Layout::Grouped, Some((folder, name))) => (folder, format!("  {name}")),
            _ => ("", end.contestant.to_string()),
        };
        if folder_before.replace(folder) != Some(folder) && !folder.is_empty() {
            grid.rows.push(Row::Heading(folder.to_string()));
        }
        let mut cells = vec![Cell::plain(table::shortened(&name, MAX_NAME))];
        let none = vec![None; started.cases.len()];
        let mut rest = rows.get(&end.contestant).unwrap_or(&none).as_slice();
        for group in &groups {
            let (part, others) = rest.split_at(rest.len().min(group.size));
            rest = others;
            let (text, width) = match layout {
                Layout::Counted => counted(part, group.size),
                _ => table::letters_of(part),
            };
            cells.push(Cell { text, width });
        }
        cells.push(Cell::plain(points(end)));
        let slowest = end.slowest.as_ref().map_or(String::new(), |slowest| match layout {
            Layout::Grouped => format!("{:.2} s", slowest.cpu_seconds),
            _ => format!("{:.2} s {}", slowest.cpu_seconds, slowest.case),
        });
        cells.push(Cell::plain(slowest));
        // The folder names the expected result, and `ok` says that it was got.
        let is_said = layout == Layout::Grouped && !folder.is_empty();
        let expected = end.expected.clone().filter(|_| !is_said);
        cells.push(Cell::plain(expected.unwrap_or_default()));
        let is_ok = end.met == ExpectationResult::AsExpected && end.expected.is_some();
        cells.push(if is_said && is_ok { Cell::default() } else { got(end) });
        cells.push(met(end));
        grid.rows.push(Row::Cells(cells));
    }
    grid
}

/// The maximum width of a name that is shown whole.
pub(super) const MAX_NAME: usize = 44;

fn points(end: &SubmissionResult) -> String {
    match &end.scores {
        Scores::None => String::new(),
        Scores::Points(groups) => {
            let points: Points = groups.iter().map(|group| group.points).sum();
            let most: Points = groups.iter().map(|group| group.most_points).sum();
            format!("{points} of {most}")
        }
        // A score has at most two decimal places here.
        Scores::Package(grades) => format!("{}", (grades.whole.score * 100.0).round() / 100.0),
    }
}

fn got(end: &SubmissionResult) -> Cell {
    match end.verdict {
        Some(verdict) => Cell::painted(paint::of(verdict), words(verdict)),
        None => Cell::plain("-".into()),
    }
}

/// Formats how the result of a submission compares with the expected one, if there is one.
fn met(end: &SubmissionResult) -> Cell {
    match end.met {
        ExpectationResult::AsExpected if end.expected.is_some() => Cell::painted(GOOD, "ok"),
        ExpectationResult::NotPermitted if end.expected.is_some() => {
            Cell::painted(BAD, "NOT AS EXPECTED")
        }
        ExpectationResult::AsExpected | ExpectationResult::NotPermitted => Cell::default(),
        ExpectationResult::NotCaught => Cell::painted(BAD, "NOT CAUGHT by any case"),
        ExpectationResult::NotJudged => Cell::painted(ODD, "not judged"),
    }
}

/// Returns a verdict in at most two words.
pub(super) fn words(verdict: Verdict) -> &'static str {
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

/// Formats the number of accepted cases of a group, also where the submission was stopped at its first failure.
fn counted(reasons: &[Option<Reason>], size: usize) -> (String, usize) {
    let run = reasons.iter().flatten().count();
    if run == 0 {
        return ("-".into(), 1);
    }
    let accepted = reasons.iter().filter(|&&reason| reason == Some(Reason::Proved)).count();
    let text = match run == size {
        true => format!("{accepted} of {size}"),
        false => format!("{accepted} passed"),
    };
    let width = text.len();
    let paint = if accepted == run { GOOD } else { BAD };
    (painted(paint, &text), width)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use insta::assert_snapshot;

    use super::*;
    use crate::events::{FORMAT, Slowest, VERSION};

    /// Draws the table of two right and two wrong submissions, one of them without a folder.
    fn drawn(width: usize) -> String {
        let mut cases: Vec<Arc<str>> = vec!["sample/1".into()];
        cases.extend((1..=12).map(|number| Arc::from(format!("secret/{number:02}"))));
        let started = Started {
            format: FORMAT,
            version: VERSION,
            referee: "0",
            problem: "chess".into(),
            options: Vec::new(),
            cases,
            contestants: Vec::new(),
            not_on_disk: Vec::new(),
            runs: None,
            groups: Vec::new(),
        };
        let end = |name: &str, expected: Option<&str>, verdict, met| SubmissionResult {
            contestant: name.into(),
            verdict,
            expected: expected.map(String::from),
            met,
            slowest: verdict.map(|_| Slowest { case: "secret/07".into(), cpu_seconds: 0.25 }),
            path: None,
            message: String::new(),
            not_judged: None,
            unsteady: Vec::new(),
            same_failure: None,
            student: None,
            scores: Scores::None,
        };
        use ExpectationResult::{AsExpected, NotCaught, NotJudged, NotPermitted};
        let (accepted, wrong) = (Verdict::Accepted, Verdict::WrongAnswer);
        let ends = [
            end("accepted/fast.rs", Some("accepted"), Some(accepted), AsExpected),
            end("accepted/slow.py", Some("accepted"), None, NotJudged),
            end("wrong_answer/a.py", Some("wrong answer"), Some(wrong), AsExpected),
            end("wrong_answer/b.py", Some("wrong answer"), Some(accepted), NotCaught),
            end("mine.cpp", None, Some(wrong), NotPermitted),
        ];
        let right = vec![Some(Reason::Proved); 13];
        let mut caught = right.clone();
        caught[5..].fill(None);
        caught[4] = Some(Reason::Refuted);
        let rows = [(0, &right), (2, &caught), (3, &right), (4, &caught)];
        let rows = rows.map(|(at, row)| (Arc::clone(&ends[at].contestant), row.clone()));
        let table = table(&started, &rows.into_iter().collect(), &ends, width);
        anstream::adapter::strip_str(&table).to_string()
    }

    #[test]
    fn the_layout_is_the_first_that_fits() {
        assert_snapshot!(drawn(120), @r"
                             sample  secret         slowest           expected      got
          accepted/fast.rs   A       AAAAAAAAAA AA  0.25 s secret/07  accepted      accepted      ok
          accepted/slow.py   -       ---------- --                    accepted      -             not judged
          wrong_answer/a.py  A       AAAW------ --  0.25 s secret/07  wrong answer  wrong answer  ok
          wrong_answer/b.py  A       AAAAAAAAAA AA  0.25 s secret/07  wrong answer  accepted      NOT CAUGHT by any case
          mine.cpp           A       AAAW------ --  0.25 s secret/07                wrong answer
        ");
        assert_snapshot!(drawn(90), @r"
                     sample  secret         slowest  got
          accepted
            fast.rs  A       AAAAAAAAAA AA  0.25 s                 ok
            slow.py  -       ---------- --           -             not judged
          wrong_answer
            a.py     A       AAAW------ --  0.25 s                 ok
            b.py     A       AAAAAAAAAA AA  0.25 s   accepted      NOT CAUGHT by any case
          mine.cpp   A       AAAW------ --  0.25 s   wrong answer
        ");
        assert_snapshot!(drawn(60), @r"
                             sample  secret    slowest           expected      got
          accepted/fast.rs   1 of 1  12 of 12  0.25 s secret/07  accepted      accepted      ok
          accepted/slow.py   -       -                           accepted      -             not judged
          wrong_answer/a.py  1 of 1  3 passed  0.25 s secret/07  wrong answer  wrong answer  ok
          wrong_answer/b.py  1 of 1  12 of 12  0.25 s secret/07  wrong answer  accepted      NOT CAUGHT by any case
          mine.cpp           1 of 1  3 passed  0.25 s secret/07                wrong answer
        ");
    }
}
