//! The changes since an earlier run, for spreadsheets and mails to students: a row for each changed
//! submission.

use std::io::{self, Write};
use std::sync::Arc;

use super::changes::{Changes, ResultChange, SubmissionChange};
use super::earlier::{EarlierRun, FinalResult};
use super::reader::PartialReport;
use referee_base::spreadsheet::CsvTable;
use referee_events::{Event, Verdict};

/// The columns if programs were run.
const OF_SUBMISSIONS: [&str; 11] = [
    "submission",
    "student",
    "id",
    "verdict_before",
    "verdict",
    "result_before",
    "result",
    "points_before",
    "points",
    "difference",
    "cases_changed",
];

/// The columns if outputs were checked.
const OF_CONTESTANTS: [&str; 4] = ["contestant", "accepted_before", "accepted", "cases_changed"];

pub(super) struct ChangesCsv<W: Write> {
    out: CsvTable<W>,
    /// None without an earlier run; the table then has no rows.
    changes: Option<Changes>,
    has_runs: bool,
}

impl<W: Write> ChangesCsv<W> {
    pub(super) fn new(out: W, earlier: Option<&Arc<EarlierRun>>) -> Self {
        let changes = earlier.map(Changes::new);
        ChangesCsv { out: CsvTable::new(out), changes, has_runs: false }
    }

    fn row(&mut self, change: &SubmissionChange) -> io::Result<()> {
        let name = change.name.to_string();
        let cases = change.cases.to_string();
        if !self.has_runs {
            let (before, now) = change.accepted;
            return self.out.row([name, before.to_string(), now.to_string(), cases]);
        }
        let (student, id) = match &change.student {
            Some(student) => (student.name.to_string(), student.id.to_string()),
            None => (name.clone(), String::new()),
        };
        let mut row = vec![name, student, id];
        row.extend(change.ends.map_or_else(Default::default, results));
        row.push(cases);
        self.out.row(row)
    }

    fn finish(&mut self) -> io::Result<()> {
        let changed = self.changes.as_mut().map(|changes| std::mem::take(&mut changes.submissions));
        for change in changed.into_iter().flatten() {
            // A changed verdict on a single case matters only to the jury if the final result is
            // the same.
            if change.ends.is_none() || change.changed_ends().is_some() {
                self.row(&change)?;
            }
        }
        self.out.flush()
    }
}

impl<W: Write> PartialReport for ChangesCsv<W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        if let Some(changes) = &mut self.changes {
            changes.event(event);
        }
        match event {
            Event::Started(started) => {
                self.has_runs = started.runs.is_some();
                self.out.with_in_each_row("languages", started.languages());
                let columns = if self.has_runs { &OF_SUBMISSIONS[..] } else { &OF_CONTESTANTS[..] };
                Ok(self.out.row(columns)?)
            }
            Event::Finished(_) => self.finish(),
            _ => Ok(()),
        }
    }
}

fn results(ends: ResultChange) -> [String; 7] {
    let ResultChange { before, now } = ends;
    let verdict = |end: &FinalResult| end.verdict.map_or("", Verdict::code).to_string();
    let met = |end: &FinalResult| end.met.code().to_string();
    let points = |points: Option<f64>| points.map_or(String::new(), |points| points.to_string());
    [
        verdict(&before),
        verdict(&now),
        met(&before),
        met(&now),
        points(before.points),
        points(now.points),
        points(ends.more_points()),
    ]
}
