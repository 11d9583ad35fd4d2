//! Statistics of a run: the distribution of results, the hardest cases, and the failures that many
//! submissions share.
//!
//! They are collected from the events and shown as text for the terminal, as JSON, as a table of
//! cases, or on the page. Failures have identifiers, by which people comment on all equal ones
//! together.

mod comments;
mod failures;
mod report;
mod summary;
mod template;
mod text;

pub(super) use comments::COMMENT;
pub use comments::{CommentReaches, Comments};
pub use failures::{Common, EqualFailures};
pub(super) use report::{StatisticsReport, csv, json};
pub(super) use summary::asked;
pub use summary::{
    AskedSuspicion, CaseStatistics, GroupStatistics, ResultUnit, Statistics, StatisticsCollector,
};
pub(super) use template::template;
pub(super) use text::lines;
