//! What came of a batch: for people, as JSON, and as a page to look at.

mod page;
mod page_rows;

pub use page::page;
pub use page_rows::PageRows;

use std::fmt::Write as _;
use std::time::Duration;

use serde::Serialize;
use serde_json::json;

use referee_base::plural;
use referee_batch::{Audit, AuditCounts, Batch, Tally, TaskAudit};
use referee_checker::text::escape;
use referee_display::paint::{self, LABEL, painted};
use referee_events::{Reason, Verdict};

/// The name of the JSON form, and its version.
const FORMAT: (&str, u32) = ("referee-batch", 1);

/// The column at which facts begin.
const INDENT: usize = 12;

/// How many doubtful tasks are named: all are in the report for programs.
const DOUBTFUL: usize = 20;

/// The numbers of candidates of which one is to be accepted.
const KS: [u32; 5] = [1, 5, 10, 50, 100];

/// A batch that is over.
pub struct BatchSummary<'a> {
    /// The batch.
    pub batch: &'a Batch<'a>,
    /// How long it took, if that is told.
    pub took: Option<Duration>,
}

/// Formats the figures for people.
pub fn human(summary: &BatchSummary) -> String {
    let BatchSummary { batch, .. } = summary;
    let Tally { candidates, repeated, resumed, unconfirmed, not_judged, .. } = batch.tally;
    let mut text = String::new();
    let mut fact = |label: &str, fact: &str| {
        let _ = writeln!(text, "{}{fact}", painted(LABEL, &format!("{label:<INDENT$}")));
    };
    fact("tasks", &tasks(batch));
    if let Some(audit) = &batch.audit {
        audited(audit, &mut fact);
    }
    if batch.tally.candidates + batch.tally.left_out + batch.malformed == 0 {
        return text;
    }
    let mut counted =
        vec![format!("{candidates} of {}", plural(batch.tally.tasks(), "task", "tasks"))];
    for (count, what) in [
        (batch.malformed, "malformed and left out"),
        (batch.tally.left_out, "left out with their tasks"),
        (repeated, "equal to another and judged with it"),
        (resumed, "judged by an earlier call"),
    ] {
        if count > 0 {
            counted.push(format!("{count} {what}"));
        }
    }
    fact("candidates", &counted.join("; "));
    for (at, (verdict, count)) in by_count(&batch.tally).into_iter().enumerate() {
        let words = painted(paint::of(verdict), Reason::of(verdict).words());
        let share = percent(count, batch.tally.judged());
        fact(if at == 0 { "verdicts" } else { "" }, &format!("{count:>6}  {share:>7}  {words}"));
    }
    if not_judged > 0 {
        let first = batch.tally.first_not_judged.as_deref().unwrap_or_default();
        let first = escape(first.as_bytes());
        fact("", &format!("{not_judged:>6}           not judged, such as {first}"));
    }
    if unconfirmed > 0 {
        fact("", &format!("{unconfirmed} of these may be due to the load of this machine"));
    }
    for (at, (k, estimate, tasks)) in passes(&batch.tally).into_iter().enumerate() {
        let label = if at == 0 { "accepted" } else { "" };
        let of = plural(tasks, "task", "tasks");
        fact(label, &format!("{:>6.2} %  pass@{k}, over {of}", 100.0 * estimate));
    }
    if batch.tally.judged() > 0 {
        let (name, mean) = (&batch.reward, mean_reward(&batch.tally));
        fact("reward", &format!("{mean:>6.4}  mean, {name}"));
    }
    if let Some(took) = summary.took {
        fact("speed", &speed(&batch.tally, took));
    }
    text
}

/// Formats what the solutions of tasks say of their tests.
fn audited(audit: &Audit, fact: &mut dyn FnMut(&str, &str)) {
    let AuditCounts { right, rejected, wrong, accepted, not_judged } = audit.counts;
    let doubtful: Vec<&TaskAudit> = audit.doubtful().collect();
    let of = plural(audit.tasks.len(), "task", "tasks");
    fact("audit", &format!("{} of {of} with solutions of their own are doubtful", doubtful.len()));
    for (count, of, what) in [
        (rejected, right, "right solutions are rejected"),
        (accepted, wrong, "wrong ones are accepted"),
    ] {
        if of > 0 {
            fact("", &format!("{count:>6}  {:>7}  of {of} {what}", percent(count, of)));
        }
    }
    if not_judged > 0 {
        fact("", &format!("{not_judged:>6}           could not be judged"));
    }
    let named = || doubtful.iter().take(DOUBTFUL).map(|task| (escape(task.task.as_bytes()), task));
    let width = named().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    for (at, (name, task)) in named().enumerate() {
        let label = if at == 0 { "doubtful" } else { "" };
        fact(label, &format!("{name:<width$}  {}", doubt(task)));
    }
    if doubtful.len() > DOUBTFUL {
        let more = doubtful.len() - DOUBTFUL;
        fact("", &format!("and {more} more, which `--report audit=FILE` lists"));
    }
}

/// Says why the tests of a task are doubtful.
fn doubt(task: &TaskAudit) -> String {
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

/// Formats a row for each task that has solutions of its own.
pub fn audit(summary: &BatchSummary) -> String {
    let tasks = summary.batch.audit.iter().flat_map(|audit| &audit.tasks);
    tasks.map(|task| format!("{}\n", json!(task))).collect()
}

/// Names how many tasks there are of which shape.
fn tasks(batch: &Batch) -> String {
    let index = batch.index();
    let shapes =
        index.shapes.iter().map(|(shape, count)| format!("{count} in the shape of {shape}"));
    let mut parts: Vec<String> = shapes.collect();
    if index.malformed > 0 {
        parts.push(format!("{} malformed and left out", index.malformed));
    }
    parts.join(", ")
}

/// Returns the verdicts that there are, acceptance first and then the most frequent.
fn by_count(tally: &Tally) -> Vec<(Verdict, usize)> {
    let mut all: Vec<_> =
        tally.verdicts.iter().map(|(verdict, count)| (*verdict, *count)).collect();
    all.sort_by_key(|(verdict, count)| (*verdict != Verdict::Accepted, usize::MAX - count));
    all
}

fn passes(tally: &Tally) -> Vec<(u32, f64, usize)> {
    let of = |k| tally.pass_at(k).map(|(estimate, tasks)| (k, estimate, tasks));
    KS.into_iter().filter_map(of).collect()
}

fn percent(count: usize, of: usize) -> String {
    format!("{:.1} %", 100.0 * count as f64 / of.max(1) as f64)
}

fn mean_reward(tally: &Tally) -> f64 {
    tally.reward / tally.judged().max(1) as f64
}

fn speed(tally: &Tally, took: Duration) -> String {
    let seconds = took.as_secs_f64().max(1e-3);
    let programs = (tally.candidates - tally.resumed) as f64 / seconds;
    let runs = tally.runs as f64 / seconds;
    format!("{programs:.1} programs/s, {runs:.1} runs/s; {seconds:.1} s in all")
}

/// Formats the figures as one line of JSON.
pub fn json(summary: &BatchSummary) -> String {
    #[derive(Serialize)]
    struct PassAt {
        k: u32,
        estimate: f64,
        tasks: usize,
    }
    let BatchSummary { batch, took } = summary;
    let (index, tally) = (batch.index(), &batch.tally);
    let shapes = index.shapes.iter().map(|(shape, count)| (shape.to_string(), json!(count)));
    let pass_at =
        passes(tally).into_iter().map(|(k, estimate, tasks)| PassAt { k, estimate, tasks });
    let audit = batch.audit.as_ref().map(|audit| {
        let doubtful: Vec<&str> = audit.doubtful().map(|task| task.task.as_str()).collect();
        json!({ "tasks": audit.tasks.len(), "solutions": audit.counts, "doubtful": doubtful })
    });
    let document = json!({
        "format": FORMAT.0,
        "version": FORMAT.1,
        "tasks": {
            "read": index.len(),
            "malformed": index.malformed,
            "shapes": shapes.collect::<serde_json::Map<_, _>>(),
            "judged": tally.tasks(),
            "solved": tally.solved(),
        },
        "audit": audit,
        "candidates": {
            "read": tally.candidates,
            "malformed": batch.malformed,
            "left_out": tally.left_out,
            "not_judged": tally.not_judged,
            "repeated": tally.repeated,
            "resumed": tally.resumed,
            "unconfirmed": tally.unconfirmed,
        },
        "verdicts": tally.verdicts,
        "pass_at": pass_at.collect::<Vec<_>>(),
        "reward": { "kind": batch.reward.to_string(), "mean": mean_reward(tally) },
        "seconds": took.map(|took| took.as_secs_f64()),
        "runs": tally.runs,
    });
    format!("{document}\n")
}
