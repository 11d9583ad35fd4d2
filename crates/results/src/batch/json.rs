//! The result of a batch, as JSON.

use serde_json::{Value, json};

use super::figures::{BatchSummary, mean_reward, passes};

/// Formats a row for each task with solutions of its own.
pub fn audit(summary: &BatchSummary) -> String {
    let tasks = summary.batch.audit.iter().flat_map(|audit| &audit.tasks);
    tasks.map(|task| format!("{}\n", json!(task))).collect()
}

/// Formats the figures as one line of JSON.
pub fn json(summary: &BatchSummary) -> String {
    let BatchSummary { batch, took } = summary;
    let (index, tally) = (&batch.index, &batch.tally);
    let shapes = index.shapes.iter().map(|(shape, count)| (shape.to_string(), json!(count)));
    let pass_at = passes(tally).into_iter();
    let pass_at =
        pass_at.map(|(k, estimate, tasks)| json!({ "k": k, "estimate": estimate, "tasks": tasks }));
    let audit = batch.audit.as_ref().map(|audit| {
        let doubtful: Vec<&str> = audit.doubtful().map(|task| task.task.as_str()).collect();
        json!({ "tasks": audit.tasks.len(), "solutions": audit.counts, "doubtful": doubtful })
    });
    let document = json!({
        "format": "referee-batch",
        "version": 1,
        "tasks": {
            "read": index.names().count(),
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
        "pass_at": pass_at.collect::<Value>(),
        "reward": { "kind": batch.reward.to_string(), "mean": mean_reward(tally) },
        "seconds": took.map(|took| took.as_secs_f64()),
        "runs": tally.runs,
    });
    format!("{document}\n")
}
