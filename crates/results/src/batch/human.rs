//! The result of a batch, for people.

use std::fmt::Write as _;

use super::figures::{BatchSummary, by_count, doubt, mean_reward, passes, percent, speed, tasks};
use referee_base::plural;
use referee_batch::{Audit, AuditCounts, BatchTally, TaskAudit};
use referee_checker::text::escape;
use referee_display::paint::{self, LABEL, painted};
use referee_events::Reason;

/// The column at which facts begin.
const INDENT: usize = 12;

/// The maximum number of doubtful tasks named; the machine-readable report has all.
const DOUBTFUL: usize = 20;

/// Formats the figures for people.
pub fn human(summary: &BatchSummary) -> String {
    let BatchSummary { batch, .. } = summary;
    let BatchTally { candidates, repeated, resumed, unconfirmed, not_judged, .. } = batch.tally;
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

/// Formats what the solutions of tasks reveal about their tests.
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
