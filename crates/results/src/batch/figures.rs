//! The figures common to all reports of a batch.

use std::time::Duration;

use referee_base::plural;
use referee_batch::{AuditCounts, Batch, BatchTally, Shape, TaskAudit};
use referee_events::{Reason, Verdict};

/// The values of k for which pass@k is estimated.
const KS: [u32; 5] = [1, 5, 10, 50, 100];

/// The result of a finished batch.
pub struct BatchSummary<'a> {
    /// The batch.
    pub batch: &'a Batch,
    /// How long it took, if reported.
    pub took: Option<Duration>,
}

pub(super) fn doubt(task: &TaskAudit) -> String {
    let AuditCounts { right, rejected, wrong, accepted, .. } = task.counts;
    let mut parts = Vec::new();
    if let Some(first) = &task.first_rejected {
        let words = Reason::of(first.verdict).words();
        let test = first.test.map_or(String::new(), |test| format!(" in test {test}"));
        let number = first.solution;
        parts.push(format!(
            "rejects {rejected} of {right} right solutions (number {number}: {words}{test})"
        ));
    }
    if let Some(number) = task.first_accepted {
        parts.push(format!("accepts {accepted} of {wrong} wrong solutions (number {number})"));
    }
    parts.join("; ")
}

/// Formats the number of tasks of each shape.
pub(super) fn tasks(batch: &Batch) -> String {
    let index = &batch.index;
    let shapes = index.shapes.iter().map(|(shape, count)| match shape {
        Shape::Problem => plural(*count, "problem", "problems"),
        shape => format!("{count} in the shape of {shape}"),
    });
    let mut parts: Vec<String> = shapes.collect();
    if index.malformed > 0 {
        parts.push(format!("{} malformed and left out", index.malformed));
    }
    parts.join(", ")
}

/// Returns the verdicts that occurred, accepted first and then by frequency.
pub(super) fn by_count(tally: &BatchTally) -> Vec<(Verdict, usize)> {
    let mut all: Vec<_> =
        tally.verdicts.iter().map(|(verdict, count)| (*verdict, *count)).collect();
    all.sort_by_key(|(verdict, count)| (*verdict != Verdict::Accepted, usize::MAX - count));
    all
}

pub(super) fn passes(tally: &BatchTally) -> Vec<(u32, f64, usize)> {
    let of = |k| tally.pass_at(k).map(|(estimate, tasks)| (k, estimate, tasks));
    KS.into_iter().filter_map(of).collect()
}

pub(super) fn percent(count: usize, of: usize) -> String {
    format!("{:.1} %", 100.0 * count as f64 / of.max(1) as f64)
}

pub(super) fn mean_reward(tally: &BatchTally) -> f64 {
    tally.reward / tally.judged().max(1) as f64
}

pub(super) fn speed(tally: &BatchTally, took: Duration) -> String {
    let seconds = took.as_secs_f64().max(1e-3);
    let in_all = format!("{seconds:.1} s in all");
    let programs = tally.candidates - tally.resumed;
    if programs == 0 {
        // All rows come from an earlier run.
        return in_all;
    }
    let (programs, runs) = (programs as f64 / seconds, tally.runs as f64 / seconds);
    format!("{programs:.1} programs/s, {runs:.1} runs/s; {in_all}")
}
