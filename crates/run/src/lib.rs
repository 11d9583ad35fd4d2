//! A request for a run: all that it depends on besides files, as plain data.
//!
//! A command line, an interrupted run and the scripts of a cluster make the same value, a [`RunSpec`]. It is written down as JSON, and
//! printed as the command that asks for it: [`RunSpec::words`].

mod report_to;
mod spec;
mod text;
mod words;

pub use report_to::ReportTo;
pub use spec::{
    APPEALS, CountingSpec, FeedbackSpec, GradingSpec, HandInSpec, LimitSpec, MergeSpec,
    ProblemSpec, ProgramSpec, RecordSpec, ReportSpec, RunSpec, ShareSpec, SheetSpec,
};
