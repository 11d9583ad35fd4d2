//! Judges all candidates: reads them as they arrive, holds the tasks that they need, and passes
//! rows on in the order of candidates.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use referee_base::fault::Fault;
use referee_base::parallel::ordered_stream;
use referee_sandbox::are_runs_ended;

use crate::audit::{Audit, audit};
use crate::batch_judge::{BatchJudge, BatchSettings, Engine};
use crate::candidates::{Candidate, Candidates};
use crate::held::{Held, HeldTask};
use crate::index::{Remark, TaskIndex, TaskNumber};
use crate::problem_task::ProblemTask;
use crate::program::Text;
use crate::reward::Reward;
use crate::row::{Row, key_text};
use crate::rows_file::EarlierRows;
use crate::shard::TaskShard;
use crate::tally::BatchTally;
use crate::tasks::TaskFormat;

const LEFT_OUT: &str =
    "left out: the tests of its task disagree with the solutions that come with it";

/// Receives results as they are found.
pub trait Sink {
    /// Handles a remark on a task, or on a malformed candidate.
    fn remark(&mut self, remark: Remark);

    /// Handles a row.
    ///
    /// # Errors
    /// The row cannot be written.
    fn row(&mut self, row: &Row) -> Result<(), Fault>;

    /// Is called when the solutions of a task have been judged.
    fn audited(&mut self);
}

/// A batch whose tasks have been read.
pub struct Batch {
    /// The tasks.
    pub index: TaskIndex,
    /// How rewards are computed.
    pub reward: Reward,
    /// What the solutions of the tasks show about their tests, if they were judged.
    pub audit: Option<Audit>,
    /// Whether candidates of tasks whose tests are doubtful are left out.
    pub leaves_out: bool,
    /// Which tasks are judged.
    pub shard: TaskShard,
    /// The figures so far.
    pub tally: BatchTally,
    /// The number of malformed candidates.
    pub malformed: usize,
}

struct Ready {
    id: String,
    task_name: String,
    task: Result<Arc<HeldTask>, String>,
    text: Text,
    /// The row of an earlier call, unless something has changed.
    earlier: Option<Row>,
}

/// The result of an item in the stream.
enum Found {
    /// With the number of its task, and whether it comes from an earlier call.
    Row(Box<Row>, Option<TaskNumber>, bool),
    Malformed(Fault),
    LeftOut(Box<Row>),
    /// A signal has ended the runs.
    Over,
}

impl Batch {
    /// Reads the tasks: those in files, and problems that are tasks.
    ///
    /// # Errors
    /// A file cannot be read, or there are no tasks.
    pub fn read(
        files: &[Arc<Path>],
        problems: Vec<ProblemTask>,
        format: TaskFormat,
        reward: Reward,
        sink: &mut dyn Sink,
    ) -> Result<Batch, Fault> {
        let remark = &mut |remark| sink.remark(remark);
        let index = TaskIndex::read(files, problems, format, remark)?;
        Ok(Batch {
            index,
            reward,
            audit: None,
            leaves_out: false,
            shard: TaskShard::WHOLE,
            tally: BatchTally::default(),
            malformed: 0,
        })
    }

    /// Judges the solutions that come with the tasks of the shard, `jobs` at a time.
    ///
    /// # Errors
    /// A file has changed.
    pub fn audit(
        &mut self,
        settings: &BatchSettings,
        engine: Engine,
        jobs: usize,
        sink: &mut dyn Sink,
    ) -> Result<(), Fault> {
        let audited = &mut || sink.audited();
        self.audit = Some(audit(&mut self.index, self.shard, settings, engine, jobs, audited)?);
        Ok(())
    }

    /// Judges the candidates in files that are of tasks of the shard, `jobs` at a time. Rows of an
    /// earlier call are reused as long as they come in the same order and nothing that they depend
    /// on has changed.
    ///
    /// # Errors
    /// A file cannot be read, or the sink fails.
    pub fn judge(
        &mut self,
        candidates: Vec<Arc<Path>>,
        settings: &BatchSettings,
        engine: Engine,
        jobs: usize,
        earlier: &mut EarlierRows,
        sink: &mut dyn Sink,
    ) -> Result<(), Fault> {
        let judge = BatchJudge::new(settings.clone(), engine);
        let Batch { index, reward, audit, leaves_out, shard, tally, malformed } = self;
        let doubtful = audit.as_ref().filter(|_| *leaves_out);
        let table = index.format.table.clone();
        let mut candidates = Candidates::new(candidates, table.as_ref());
        let mut reader = Reader { held: Held::new(index), counts: HashMap::new(), earlier };
        let next = || {
            // The next call judges the candidates that are left out here.
            if are_runs_ended() {
                return None;
            }
            let is_other = |found: &Result<Candidate, Fault>| {
                found.as_ref().is_ok_and(|candidate| !shard.has(&candidate.task))
            };
            let candidate = candidates.find(|found| !is_other(found))?;
            Some(candidate.map(|candidate| reader.ready(candidate)))
        };
        let work = |item: Result<Ready, Fault>| match item {
            Ok(ready) => found(&judge, ready, reward, doubtful),
            Err(fault) => Found::Malformed(fault),
        };
        let mut is_over = false;
        ordered_stream(jobs, next, work, |found| match found {
            // No row is written after one that is missing.
            _ if is_over => Ok(()),
            Found::Row(row, number, is_earlier) => {
                tally.add(&row, number, is_earlier);
                sink.row(&row)
            }
            Found::LeftOut(row) => {
                tally.left_out += 1;
                sink.row(&row)
            }
            // A file that cannot be read is not a malformed line.
            Found::Malformed(fault) if fault.place.is_none() => Err(fault),
            Found::Malformed(fault) => {
                *malformed += 1;
                sink.remark(Remark::Malformed(fault));
                Ok(())
            }
            Found::Over => {
                is_over = true;
                Ok(())
            }
        })
    }
}

/// Judges a candidate, unless its row is known.
fn found(judge: &BatchJudge, ready: Ready, reward: &Reward, doubtful: Option<&Audit>) -> Found {
    let Ready { id, task_name, task, text, earlier } = ready;
    let held = match task {
        Ok(held) => held,
        Err(message) => {
            return Found::Row(Box::new(Row::not_judged(id, task_name, message)), None, false);
        }
    };
    if doubtful.is_some_and(|audit| audit.is_doubtful(held.number)) {
        return Found::LeftOut(Box::new(Row::not_judged(id, task_name, LEFT_OUT.into())));
    }
    let key = judge.key(&held, &text);
    let is_same = |row: &Row| row.key == key_text(&key) && row.id == id;
    // A candidate that could not be judged then is judged again.
    if let Some(row) = earlier.filter(|row| is_same(row) && row.verdict.is_some()) {
        return Found::Row(Box::new(reward.given(row)), Some(held.number), true);
    }
    let (outcome, is_new) = judge.judge(&held, &text, key);
    if are_runs_ended() {
        return Found::Over;
    }
    let row = reward.given(Row::of(id, task_name, &key, &outcome, !is_new));
    Found::Row(Box::new(row), Some(held.number), false)
}

/// Prepares candidates in the order of the stream.
struct Reader<'r> {
    held: Held<'r>,
    /// The number of candidates without a name so far, by the name of their task.
    counts: HashMap<String, u32>,
    earlier: &'r mut EarlierRows,
}

impl Reader<'_> {
    fn ready(&mut self, candidate: Candidate) -> Ready {
        let Candidate { id, task: name, text } = candidate;
        let task = self.held.task(&name);
        let id = id.unwrap_or_else(|| {
            let count = self.counts.entry(name.clone()).or_default();
            *count += 1;
            format!("{name}#{count}")
        });
        let earlier = self.earlier.next(&name);
        Ready { id, task_name: name, task, text, earlier }
    }
}
