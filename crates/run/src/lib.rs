//! A run: everything that it depends on besides files, as plain data, and carrying out such a
//! request.
//!
//! A command line, an interrupted run and the scripts of a cluster all make the same value, a
//! [`RunSpec`]. It is stored as JSON, and printed as the command that requests it
//! ([`RunSpec::words`]). To carry it out, [`judge::judge`] finds the task, sets up the engine, and
//! writes the reports. Nothing here depends on flags except for their names, and nothing sets an
//! exit code.
//!
//! A program that judges reads the events of a run as they come:
//!
//! ```standalone_crate
//! use referee_run::{Event, RecordSpec, RunSpec, run, serve_if_launcher};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // The sandbox starts this program once more, and starts programs from there.
//! if serve_if_launcher() {
//!     return Ok(());
//! }
//! let mut spec = RunSpec { place: Some("../../cases/infinity-war".into()), ..RunSpec::default() };
//! spec.submissions = vec!["../../examples/infinity-war/submissions/accepted/marks.rs".into()];
//! spec.only = vec!["sample/*".into()];
//! spec.runs.record = RecordSpec { is_off: true, ..RecordSpec::default() };
//! let mut verdicts = Vec::new();
//! let totals = run(spec, |event| {
//!     if let Event::Judged(judged) = event {
//!         verdicts.push(format!("{}: {:?}", judged.case, judged.reason.verdict()));
//!     }
//! })?;
//! assert_eq!(verdicts, [
//!     "sample/01-bob-wins: Accepted",
//!     "sample/02-tie: Accepted",
//!     "sample/03-alice-wins: Accepted",
//! ]);
//! assert_eq!(totals.judge_errors, 0);
//! # Ok(())
//! # }
//! ```

pub mod case_files;
pub mod case_place;
pub mod detail;
pub mod grade;
pub mod grading;
pub mod judge;
pub mod judge_setup;
pub mod judge_task;
pub mod last_shard;
pub mod limits;
pub mod matrix_collector;
pub mod merged_cases;
pub mod mutants;
pub mod mutation;
pub mod output;
pub mod package;
pub mod problem_tasks;
mod published;
pub mod record;
mod report_target;
pub mod reports;
pub mod rerun_command;
pub mod selection;
pub mod settings;
pub mod sharding;
mod spec;
pub mod target;
mod text;
pub mod trials;
mod words;

pub use report_target::ReportTarget;
pub use spec::{
    CountingSpec, ExerciseSpec, FeedbackSpec, GradingSpec, HandInSpec, LimitSpec, ProblemSpec,
    ProgramSpec, RECHECKS, RecordSpec, ReportSpec, RunSpec, ShareSpec, SheetSpec,
};

pub use referee_events::Event;
pub use referee_sandbox::serve_if_launcher;

use output::OutputSettings;
use record::RequestedRun;
use referee_base::fault::Fault;
use referee_events::Totals;

/// Carries out a request, writes the reports that it names, and passes each event to `listener`.
/// Warnings go to standard error.
///
/// # Errors
/// Something that is named is missing, or cannot be read or judged.
pub fn run(spec: RunSpec, mut listener: impl FnMut(&Event)) -> Result<Totals, Fault> {
    let reports = ReportSpec { no_default: true, ..spec.reports };
    let asked = RequestedRun::once(RunSpec { reports, ..spec });
    judge::judge_and_tell(&asked, &OutputSettings::new(true), None, &mut listener)
}
