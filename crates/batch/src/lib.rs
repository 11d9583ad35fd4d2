//! `batch`: judges candidates by the ten thousand: tasks and programs from data sets, with a row
//! for each, which has its verdict and reward.
//!
//! Tasks are read once (`records.rs`, `tasks/`) and found again on disk (`index.rs`); candidates
//! are a stream (`candidates.rs`). Problems can be tasks, too (`problem_task.rs`). A task is held
//! while its candidates are judged (`held.rs`), each on all of its tests (`batch_judge.rs`). Tests
//! that call functions run a driver beside the candidate (`driver.py`), and tests that are code run
//! elsewhere (`guard.py` to `tester.py`): an expected result is never in the sandbox
//! of a candidate. The outcome becomes a row (`row.rs`), and all rows a summary (`tally.rs`). The
//! solutions that come with tasks are judged in the same way (`audit.rs`), and so are single
//! requests (`service.rs`; in lines by `queue.rs`, and in `http/`, where a program can also be run
//! without a task, `once.rs`).
//!
//! Nothing here parses a command line or formats anything for people.

mod audit;
mod batch_judge;
mod candidates;
mod comparing;
mod extract;
mod fields;
mod forms;
mod held;
mod http;
mod index;
mod languages;
mod once;
mod opening;
mod outcome;
mod pickle;
mod problem_task;
mod program;
mod queue;
mod records;
mod reward;
mod row;
mod rows_file;
mod run;
mod service;
mod shard;
mod table;
mod tally;
mod task;
mod tasks;

pub use audit::{Audit, AuditCounts, TaskAudit};
pub use batch_judge::{BatchSettings, Engine};
pub use comparing::Comparing;

pub use forms::RowForm;
pub use http::{Access, Address, Head, Listener, Reply, Unread, answer_http, listen};
pub use index::{Remark, TaskIndex};
pub use opening::{STDIN, find};
pub use problem_task::ProblemTask;
pub use queue::answer_lines;
pub use reward::Reward;
#[cfg(feature = "schema")]
pub use row::schema;
pub use row::{FirstFailed, Row, RowTest};
pub use rows_file::{EarlierRows, RowsFile};
pub use run::{Batch, Sink};
pub use service::Service;
pub use shard::TaskShard;
pub use table::FieldTable;
pub use tally::BatchTally;
pub use task::Shape;
pub use tasks::TaskFormat;
