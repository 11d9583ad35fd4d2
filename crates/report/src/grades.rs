//! The grades table: a row for each submission, with its student and points, for spreadsheets. It
//! is meant for judges, so nothing is left out.

use std::io::{self, Write};

use super::reader::PartialReport;
use referee_base::spreadsheet::CsvTable;
use referee_events::points::Points;
use referee_events::{Decision, Event, Started, SubmissionResult, Verdict};

pub(super) struct GradesCsv<W: Write> {
    out: CsvTable<W>,
    has_decisions: bool,
    started: Option<Started>,
    /// The state of the current submission: the number of cases passed, and the first failure.
    passed: usize,
    failure: Option<String>,
}

impl<W: Write> GradesCsv<W> {
    /// Starts the table, with columns for manual decisions if there are any.
    pub(super) fn new(out: W, has_decisions: bool) -> Self {
        let out = CsvTable::new(out);
        GradesCsv { out, has_decisions, started: None, passed: 0, failure: None }
    }

    fn header(&mut self, started: &Started) -> io::Result<()> {
        self.out.with_in_each_row("languages", started.languages());
        let fixed = ["submission", "student", "id", "verdict", "passed", "cases"];
        let mut header: Vec<String> = fixed.map(String::from).into();
        if !started.groups.is_empty() {
            header.extend(["points".into(), "most_points".into()]);
            header.extend(started.groups.iter().map(|group| format!("points: {}", group.title)));
            header.extend(["late_percent".into(), "grade".into()]);
        }
        if self.has_decisions {
            header.extend(["decision".into(), "note".into(), "by".into()]);
        }
        let last = ["slowest_seconds", "slowest_case", "message", "unsteady"];
        header.extend(last.map(String::from));
        self.out.row(header)
    }

    fn row(&mut self, end: &SubmissionResult) -> io::Result<()> {
        let Some(started) = &self.started else { return Ok(()) };
        let (student, id) = match &end.student {
            Some(student) => (&student.name, &*student.id),
            None => (&end.contestant, ""),
        };
        let mut row = vec![
            end.contestant.to_string(),
            student.to_string(),
            id.to_string(),
            end.verdict.map_or("", Verdict::code).to_string(),
            self.passed.to_string(),
            started.cases.len().to_string(),
        ];
        let groups = &started.groups;
        if !groups.is_empty() {
            let most: Points = groups.iter().map(|group| group.most_points).sum();
            row.extend([text(end.scores.points()), most.to_string()]);
            let earned = |at: usize| end.scores.earned().get(at).map(|group| group.points);
            row.extend((0..groups.len()).map(|at| text(earned(at))));
            let late = end.lateness.as_ref().map(|lateness| lateness.percent.to_string());
            row.extend([late.unwrap_or_default(), text(end.grade())]);
        }
        if self.has_decisions {
            row.extend(decision(end.decision.as_ref()));
        }
        let (seconds, case) = end.slowest.as_ref().map_or_else(Default::default, |slowest| {
            (format!("{:.6}", slowest.cpu_seconds), slowest.case.to_string())
        });
        let failure = self.failure.take().unwrap_or_default();
        let message = if end.message.is_empty() { &failure } else { &end.message };
        row.extend([seconds, case, message.to_string(), end.unsteady.len().to_string()]);
        self.passed = 0;
        self.out.row(row)
    }
}

impl<W: Write> PartialReport for GradesCsv<W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::Started(started) => {
                self.header(started)?;
                self.started = Some(started.clone());
            }
            Event::Judged(judged) if judged.verdict == Verdict::Accepted => self.passed += 1,
            Event::Judged(judged) => {
                let reason = || format!("{}: {}", judged.case, judged.reason.with(&judged.message));
                self.failure.get_or_insert_with(reason);
            }
            Event::Submission(end) => self.row(end)?,
            Event::Finished(_) => self.out.flush()?,
            Event::Extra { .. } | Event::Fault { .. } | Event::Block(_) => {}
        }
        Ok(())
    }
}

/// Formats a manual decision, its reason and its author; empty if there is none.
fn decision(decision: Option<&Decision>) -> [String; 3] {
    let Some(Decision { points, is_excused, note, by }) = decision else {
        return [const { String::new() }; 3];
    };
    let excused = is_excused.then(|| "excused".to_string());
    [excused.unwrap_or_else(|| text(*points)), note.clone(), by.clone()]
}

/// Formats points; empty if unknown.
fn text(points: Option<Points>) -> String {
    points.map_or(String::new(), |points| points.to_string())
}
