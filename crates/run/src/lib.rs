//! A request for a run: all that it depends on besides files, as plain data.
//!
//! A command line, an interrupted run and the scripts of a cluster make the same value, a [`RunSpec`]. It is written down as JSON, and
//! printed as the command that asks for it: [`RunSpec::words`].

pub mod case_files;
pub mod course_flags;
pub mod grading;
pub mod judge;
pub mod judge_setup;
pub mod judge_task;
pub mod last_shard;
pub mod matrix_collector;
pub mod merged_cases;
pub mod mutants;
pub mod only;
pub mod output;
pub mod package;
pub mod record;
mod report_to;
pub mod reports;
pub mod rerun_command;
pub mod settings;
pub mod sharding;
mod spec;
pub mod student;
pub mod target;
mod text;
pub mod timed_images;
pub mod trials;
mod words;

pub use report_to::ReportTo;
pub use spec::{
    APPEALS, CountingSpec, FeedbackSpec, GradingSpec, HandInSpec, LimitSpec, MergeSpec,
    ProblemSpec, ProgramSpec, RecordSpec, ReportSpec, RunSpec, ShareSpec, SheetSpec,
};
