//! The report card of a data set: the solutions that come with each task, judged on its tests.
//!
//! Tests that reject a right solution, or accept a wrong one, say little about other programs.
//! Tasks are audited in the order in which they were read, and held one after the other.

use std::collections::HashSet;
use std::sync::Arc;

use referee_base::fault::Fault;
use referee_base::parallel::ordered_stream;
use referee_events::Verdict;
use referee_sandbox::are_runs_ended;
use serde::Serialize;

use crate::batch_judge::{BatchJudge, BatchSettings, Engine};
use crate::held::{Held, HeldTask};
use crate::index::{TaskIndex, TaskNumber};
use crate::outcome::Outcome;
use crate::program::Text;
use crate::shard::TaskShard;
use crate::task::Solution;

/// What the solutions of all tasks show about their tests.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Audit {
    /// The tasks with solutions of their own.
    pub tasks: Vec<TaskAudit>,
    /// The figures of all these solutions.
    pub counts: AuditCounts,
    numbers: HashSet<TaskNumber>,
}

/// How the verdicts on solutions agree with their labels.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct AuditCounts {
    /// The number of right solutions that were judged.
    pub right: usize,
    /// The number of right solutions that were not accepted.
    pub rejected: usize,
    /// The number of wrong solutions that were judged.
    pub wrong: usize,
    /// The number of wrong solutions that were accepted.
    pub accepted: usize,
    /// The number of solutions that could not be judged.
    pub not_judged: usize,
}

/// What the solutions of a task show about its tests.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct TaskAudit {
    /// The task.
    pub task: String,
    /// The figures of its solutions.
    #[serde(flatten)]
    pub counts: AuditCounts,
    /// The first right solution that was not accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_rejected: Option<Rejected>,
    /// The number of the first wrong solution that was accepted, from 1, among all solutions of the
    /// task.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_accepted: Option<usize>,
}

/// A right solution that was not accepted.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Rejected {
    /// Its number, from 1, among all solutions of the task.
    pub solution: usize,
    /// The verdict.
    pub verdict: Verdict,
    /// The test that it failed, from 1; `None` if it does not compile.
    pub test: Option<usize>,
}

impl Audit {
    /// Returns the tasks whose tests reject a right solution or accept a wrong one.
    pub fn doubtful(&self) -> impl Iterator<Item = &TaskAudit> {
        self.tasks.iter().filter(|task| task.is_doubtful())
    }

    pub(crate) fn is_doubtful(&self, task: TaskNumber) -> bool {
        self.numbers.contains(&task)
    }

    fn add(&mut self, task: TaskAudit, number: TaskNumber) {
        let AuditCounts { right, rejected, wrong, accepted, not_judged } = task.counts;
        let all = &mut self.counts;
        all.right += right;
        all.rejected += rejected;
        all.wrong += wrong;
        all.accepted += accepted;
        all.not_judged += not_judged;
        if task.is_doubtful() {
            self.numbers.insert(number);
        }
        self.tasks.push(task);
    }
}

impl TaskAudit {
    /// Returns whether its tests reject a right solution or accept a wrong one.
    pub fn is_doubtful(&self) -> bool {
        self.counts.rejected + self.counts.accepted > 0
    }

    fn add(&mut self, solution: usize, is_right: bool, outcome: &Outcome) {
        let (counts, verdict) = (&mut self.counts, outcome.verdict());
        let is_accepted = verdict == Verdict::Accepted;
        if verdict == Verdict::JudgeError {
            counts.not_judged += 1;
        } else if is_right {
            counts.right += 1;
            if !is_accepted {
                counts.rejected += 1;
                let test = outcome.first_failed().map(|(test, _)| test);
                self.first_rejected.get_or_insert(Rejected { solution, verdict, test });
            }
        } else {
            counts.wrong += 1;
            if is_accepted {
                counts.accepted += 1;
                self.first_accepted.get_or_insert(solution);
            }
        }
    }
}

/// Judges the solutions of all tasks of a shard, `jobs` at a time, and calls `audited` after each
/// task. Fails if a file of tasks has changed since it was indexed.
pub(crate) fn audit(
    index: &mut TaskIndex,
    shard: TaskShard,
    settings: &BatchSettings,
    engine: Engine,
    jobs: usize,
    audited: &mut dyn FnMut(),
) -> Result<Audit, Fault> {
    // Solutions are plain code.
    let settings = BatchSettings { extract: false, ..settings.clone() };
    let judge = BatchJudge::new(settings, engine);
    let ids = index.ids().into_iter().filter(|id| shard.has(id));
    let mut held = Held::new(index);
    let mut solutions = ids.take_while(|_| !are_runs_ended()).flat_map(|id| {
        let task = held.task(&id);
        let count = task.as_ref().map_or(1, |held| held.task.solutions.len());
        (0..count).map(move |at| (task.clone(), at, at + 1 == count))
    });
    let next = || solutions.next().filter(|_| !are_runs_ended());
    let work = |(task, at, is_last): (Result<Arc<HeldTask>, String>, usize, bool)| {
        let held = task.map_err(Fault::judge)?;
        let Solution { code, language, .. } = &held.task.solutions[at];
        let text = Text { code: code.clone(), language: language.clone(), completes: false };
        let (outcome, _) = judge.judge(&held, &text, judge.key(&held, &text));
        Ok((held, at, is_last, outcome))
    };
    let (mut all, mut one) = (Audit::default(), TaskAudit::default());
    ordered_stream(jobs, next, work, |judged| {
        let (held, at, is_last, outcome) = judged?;
        // An outcome that was cut short by a signal means nothing.
        if are_runs_ended() {
            return Ok(());
        }
        one.add(at + 1, held.task.solutions[at].is_right, &outcome);
        if is_last {
            one.task.clone_from(&held.task.id);
            audited();
            all.add(std::mem::take(&mut one), held.number);
        }
        Ok::<(), Fault>(())
    })?;
    Ok(all)
}
