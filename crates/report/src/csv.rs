//! Tables for spreadsheets: a row for each contestant and case, or for each contestant.

use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::Arc;

use super::reader::PartialReport;
use referee_base::spreadsheet::CsvTable;
use referee_events::{
    Event, ExpectationResult, JudgedCase, Reason, Started, SubmissionResult, Used, Verdict,
};

pub(super) struct Rows<W: Write> {
    out: CsvTable<W>,
    contestants: Vec<Arc<str>>,
    /// The judgements of each contestant, if the run goes case by case.
    rows: HashMap<Arc<str>, Vec<JudgedCase>>,
    has_runs: bool,
}

impl<W: Write> Rows<W> {
    pub(super) fn new(out: W) -> Self {
        let (contestants, rows) = (Vec::new(), HashMap::new());
        Rows { out: CsvTable::new(out), contestants, rows, has_runs: false }
    }

    fn write(&mut self, judged: &JudgedCase) -> io::Result<()> {
        let mut row = vec![
            judged.contestant.to_string(),
            judged.case.to_string(),
            judged.verdict.code().into(),
            judged.reason.code().into(),
            judged.message.to_string(),
            judged.says.clone(),
        ];
        if self.has_runs {
            row.extend(used(judged));
            row.extend([unsteady(judged), recheck(judged), instructions(judged)]);
        }
        self.out.row(row)
    }

    /// Writes a row without a case, for a submission that was not run because it does not compile
    /// or could not be judged.
    fn write_end(&mut self, end: &SubmissionResult) -> io::Result<()> {
        let (verdict, reason) = match end.verdict {
            Some(verdict @ Verdict::CompileError) => (verdict.code(), Reason::CompileError.code()),
            // It may have failed a case while another ended in a judge error.
            _ => ("", "not-judged"),
        };
        let (contestant, message) = (&*end.contestant, &*end.message);
        self.out.row([contestant, "", verdict, reason, message, "", "", "", "", "", "", ""])
    }
}

impl<W: Write> PartialReport for Rows<W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::Started(started) => {
                self.contestants = started.contestants.clone();
                self.has_runs = started.runs.is_some();
                self.out.with_in_each_row("languages", started.languages());
                let mut header = vec!["contestant", "case", "verdict", "reason", "message", "says"];
                if self.has_runs {
                    header.extend(["cpu_seconds", "wall_seconds", "memory_bytes", "unsteady"]);
                    header.extend(["recheck", "instructions"]);
                }
                self.out.row(header)?;
            }
            // Judgements of runs arrive submission by submission and are written immediately, as
            // there can be too many to hold.
            Event::Judged(judged) if self.has_runs => self.write(judged)?,
            Event::Judged(judged) => {
                let rows = self.rows.entry(Arc::clone(&judged.contestant)).or_default();
                rows.push(judged.without_excerpts());
            }
            Event::Finished(_) => {
                for contestant in std::mem::take(&mut self.contestants) {
                    let rows = self.rows.remove(&contestant).unwrap_or_default();
                    rows.iter().try_for_each(|judged| self.write(judged))?;
                }
                self.out.flush()?;
            }
            Event::Submission(end) if !end.message.is_empty() => self.write_end(end)?,
            Event::Extra { .. } | Event::Fault { .. } | Event::Submission(_) | Event::Block(_) => {}
        }
        Ok(())
    }
}

pub(super) struct Summary<W: Write> {
    out: CsvTable<W>,
    started: Option<Started>,
    counts: HashMap<(Arc<str>, Reason), usize>,
    ends: HashMap<Arc<str>, SubmissionResult>,
}

impl<W: Write> Summary<W> {
    pub(super) fn new(out: W) -> Self {
        let (counts, ends) = (HashMap::new(), HashMap::new());
        Summary { out: CsvTable::new(out), started: None, counts, ends }
    }

    fn header(&mut self, started: &Started) -> io::Result<()> {
        self.out.with_in_each_row("languages", started.languages());
        let mut header = vec!["contestant", "cases"];
        header.extend(columns(started).iter().map(|(name, _)| name));
        header.extend((!started.groups.is_empty()).then_some("points"));
        if started.runs.is_some() {
            header.extend(["verdict", "result", "unsteady"]);
        }
        self.out.row(header)
    }

    fn row(&self, started: &Started, contestant: &Arc<str>) -> Vec<String> {
        let count = |reason| {
            let key = (Arc::clone(contestant), reason);
            self.counts.get(&key).copied().unwrap_or(0)
        };
        let end = self.ends.get(contestant);
        let mut counts: Vec<usize> =
            columns(started).iter().map(|&(_, reason)| count(reason)).collect();
        let mut row = vec![contestant.to_string()];
        row.push(counts.iter().sum::<usize>().to_string());
        // A submission that does not compile was run on no case.
        if end.is_some_and(|end| end.verdict == Some(Verdict::CompileError))
            && let Some(count) = counts.last_mut()
        {
            *count = 1;
        }
        row.extend(counts.iter().map(usize::to_string));
        if !started.groups.is_empty() {
            let points = end.and_then(|end| end.scores.points());
            row.push(points.map_or(String::new(), |points| points.to_string()));
        }
        if started.runs.is_some() {
            // A submission without a final result was interrupted.
            let verdict = end.and_then(|end| end.verdict);
            row.push(verdict.map_or("", Verdict::code).into());
            row.push(end.map_or(ExpectationResult::NotJudged, |end| end.met).code().into());
            row.push(end.map_or(0, |end| end.unsteady.len()).to_string());
        }
        row
    }
}

impl<W: Write> PartialReport for Summary<W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::Started(started) => {
                self.header(started)?;
                self.started = Some(started.clone());
            }
            Event::Judged(judged) => {
                *self.counts.entry((Arc::clone(&judged.contestant), judged.reason)).or_default() +=
                    1;
            }
            Event::Finished(_) => {
                if let Some(started) = self.started.take() {
                    for contestant in &started.contestants {
                        let row = self.row(&started, contestant);
                        self.out.row(row)?;
                    }
                }
                self.out.flush()?;
            }
            Event::Submission(end) => {
                self.ends.insert(end.contestant.clone(), end.clone());
            }
            Event::Extra { .. } | Event::Fault { .. } | Event::Block(_) => {}
        }
        Ok(())
    }
}

/// Returns the columns of a run's summary.
fn columns(started: &Started) -> &'static [(&'static str, Reason)] {
    if started.runs.is_some() { &COLUMNS } else { &COLUMNS[..CHECKED] }
}

/// The number of [`COLUMNS`] in a summary without runs.
const CHECKED: usize = 7;

/// The columns of a summary. The first [`CHECKED`] are in every summary, the others only if
/// programs were run.
const COLUMNS: [(&str, Reason); 12] = [
    ("accepted", Reason::Proved),
    ("wrong_answer", Reason::Refuted),
    ("malformed", Reason::Malformed),
    ("not_text", Reason::NotText),
    ("empty", Reason::Empty),
    ("missing", Reason::Missing),
    ("judge_error", Reason::JudgeError),
    ("time_limit", Reason::TimeLimit),
    ("memory_limit", Reason::MemoryLimit),
    ("output_limit", Reason::OutputLimit),
    ("run_time_error", Reason::RunTimeError),
    ("compile_error", Reason::CompileError),
];

/// Returns the resources used by a run; empty if there was none.
fn used(judged: &JudgedCase) -> [String; 3] {
    judged.used.map_or_else(Default::default, |used| {
        let Used { cpu_seconds, wall_seconds, memory_bytes, .. } = used;
        [format!("{cpu_seconds:.6}"), format!("{wall_seconds:.6}"), memory_bytes.to_string()]
    })
}

/// Returns the number of instructions; empty if not counted.
fn instructions(judged: &JudgedCase) -> String {
    let count = judged.used.and_then(|used| used.instructions);
    count.map_or(String::new(), |count| count.to_string())
}

/// Returns the verdicts of all runs, if they differ.
fn unsteady(judged: &JudgedCase) -> String {
    let codes = judged.repeats.iter().map(|verdict| verdict.code());
    if judged.is_unsteady() { codes.collect::<Vec<_>>().join(" ") } else { String::new() }
}

/// Returns the CPU times of all runs of a recheck, in seconds.
fn recheck(judged: &JudgedCase) -> String {
    let times = judged.recheck.iter().flat_map(|recheck| &recheck.cpu_seconds);
    times.map(|seconds| format!("{seconds:.6}")).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_has_its_column() {
        let verdicts: Vec<Verdict> = COLUMNS.iter().map(|(_, reason)| reason.verdict()).collect();
        assert!(Verdict::ALL.iter().all(|verdict| verdicts.contains(verdict)));
    }

    #[test]
    fn a_judge_error_beside_a_failure_is_no_compile_error() {
        for (verdict, expected) in [
            (Some(Verdict::CompileError), "a,,CE,compile-error,why,"),
            (Some(Verdict::WrongAnswer), "a,,,not-judged,why,"),
            (None, "a,,,not-judged,why,"),
        ] {
            let mut table = Vec::new();
            let start = SubmissionResult::unjudged(&"a".into());
            let end = SubmissionResult { verdict, message: "why".into(), ..start };
            Rows::new(&mut table).event(&Event::Submission(end)).unwrap();
            let table = String::from_utf8(table).unwrap();
            assert!(table.starts_with(expected), "{table}");
        }
    }
}
